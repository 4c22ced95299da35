export default function Meeting() {
  return <h1>meeting</h1>;
}
