/** The text for a number of employees: the singular for every number that ends in 1, 11 included. */
export function employeeCountKey(count: number) {
  return count % 10 === 1 ? 'tenants.employeeCount.one' : 'tenants.employeeCount.many';
}
