export default function SignIn() {
  return <h1>sign-in</h1>;
}
