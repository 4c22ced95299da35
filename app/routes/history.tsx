export default function History() {
  return <h1>history</h1>;
}
