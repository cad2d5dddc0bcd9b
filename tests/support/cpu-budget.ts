/**
 * CPU seconds that one request may use in a function. `tests/api/call-budget.thorough.test.ts` measures every endpoint.
 */
export const cpuBudgetSeconds = 1;
