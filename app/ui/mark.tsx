/** The wordmark, `Acta:`, as minutes name a speaker; `rest` hides in the folded menu. Put it inside a link `.mark`. */
export function Mark() {
  return (
    <>
      <span className="sr">Acta</span>
      <span aria-hidden="true">
        A<span className="rest">cta</span>
        <span className="colon">:</span>
      </span>
    </>
  );
}
