/** Each call gets the result of a run that began after it. */
export function coalesce<Item, Result = void>(
  work: (items: readonly Item[]) => Promise<Result>,
): (item: Item) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  let next: { items: Item[]; done: Promise<Result> } | undefined;
  return (item) => {
    if (next) {
      next.items.push(item);
      return next.done;
    }
    const items = [item];
    const done = last.then(() => {
      next = undefined;
      return work(items);
    });
    next = { items, done };
    last = done.catch(() => undefined);
    return done;
  };
}
