/** The specification uses the singular for every count that ends in 1, including 11. */
export function employeeCountKey(count: number) {
  return count % 10 === 1 ? 'tenants.employeeCount.one' : 'tenants.employeeCount.many';
}
