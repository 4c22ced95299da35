export default function Settings() {
  return <h1>settings</h1>;
}
