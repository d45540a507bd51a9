import { useLocalStorage } from '@mantine/hooks';

export const pageSizes = [10, 25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

/** How many rows a page has, on this computer: 10 until another size is chosen. */
export function usePageSize(): [PageSize, (size: PageSize) => void] {
  const [size, setSize] = useLocalStorage<PageSize>({
    key: 'vestibule.pageSize',
    defaultValue: 10,
    getInitialValueInEffect: false,
    deserialize: (text) => pageSizes.find((each) => String(each) === text) ?? 10,
    serialize: String,
  });
  return [size, setSize];
}
