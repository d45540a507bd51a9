/** Numbers requests, so that a late answer of a read does not replace a newer state. */
export function createReadOrder() {
  let begun = 0;
  let shown = 0;
  return {
    /** Call at the start of a read. Returns false at its end if its answer may be older than the shown state. */
    begin(): () => boolean {
      const number = (begun += 1);
      return () => {
        if (number < shown) return false;
        shown = number;
        return true;
      };
    },
    /** Call at the start and at the end of an act: reads that began before may lack it. */
    dropEarlier(): void {
      shown = begun += 1;
    },
  };
}
