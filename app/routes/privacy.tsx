export default function Privacy() {
  return <h1>privacy</h1>;
}
