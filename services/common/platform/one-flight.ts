/** Statements of one transaction that are sent without waiting in between. */

/** in_failed_sql_transaction: an earlier statement failed. */
const ABORTED = '25P02';

/**
 * Waits for statements that were sent without waiting in between. Rejects with the error of the one that failed: those after it
 * report only that the transaction was aborted.
 */
export async function oneFlight<Results extends readonly unknown[]>(
  ...sent: { readonly [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  const results = await Promise.allSettled(sent);
  const failures = results
    .filter((result) => result.status === 'rejected')
    .map(({ reason }) => reason as Error);
  const [failure] = failures.toSorted((one, other) => Number(isAborted(one)) - Number(isAborted(other)));
  if (failure !== undefined) throw failure;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as unknown as Results;
}

function isAborted(error: Error): boolean {
  return (error as { code?: string }).code === ABORTED;
}
