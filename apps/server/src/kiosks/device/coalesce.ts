export function coalesce<Item>(work: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: { items: Item[]; done: Promise<void> } | undefined;
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
