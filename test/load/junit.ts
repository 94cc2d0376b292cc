/** The report of load tests as JUnit XML, which build servers read. */
import { escaped } from './escape.ts';
import { failedLines, missedTarget, type Report } from './report.ts';

/** Returns the XML: each target is a test case, and each run of which errors or wrong responses fail the test. */
export function junitOf(reports: readonly Report[]): string {
  const suites = reports.map(suiteOf);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

function suiteOf(report: Report): string {
  const { suite, targets } = report;
  const cases = [
    ...targets.map((target) => ({
      name: `${target.what} ${target.limit}`,
      failure: target.reached ? null : missedTarget(target),
    })),
    ...failedLines(report).map(({ name, void: reason }) => ({ name, failure: reason ?? 'errors' })),
  ];
  const failures = cases.filter(({ failure }) => failure !== null).length;
  const lines = cases.map(({ name, failure }) => {
    const start = `  <testcase classname="load.${suite}" name="${escaped(name)}"`;
    return failure === null
      ? `${start}/>\n`
      : `${start}><failure message="${escaped(failure)}"/></testcase>\n`;
  });
  const counts = `tests="${String(cases.length)}" failures="${String(failures)}"`;
  return ` <testsuite name="load:${suite}" ${counts}>\n${lines.join('')} </testsuite>\n`;
}
