/** The wordmark, `Acta:`, as minutes name a speaker; `rest` hides in the folded menu. Put it inside a link `.mark`. */
export function Mark() {
  return (
    <>
      A<span className="rest">cta</span>
      <span className="colon" aria-hidden="true">
        :
      </span>
    </>
  );
}
