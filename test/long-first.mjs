/** The order of test files: those that take minutes come first, so that a run does not end with one of them alone. Jest orders by size. */
import Sequencer from '@jest/test-sequencer';

const LONG =
  /\/test\/(clients|fuzz|load|resilience|conformance)\/|\/(browser|converters|generations|growth|journey|local-stack|reads-are-indexed|self-check)\.test\.ts$/;

export default class LongFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path }) => LONG.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
