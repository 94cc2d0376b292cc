/** An environment for tests in which the first failure ends the run: one is enough to notice a broken engine. Jest's `bail` ends files. */
import { TestEnvironment } from 'jest-environment-node';

export default class StopAtFirst extends TestEnvironment {
  #failed = false;

  handleTestEvent(event) {
    if (event.name === 'test_done' && event.test.errors.length > 0) this.#failed = true;
    if (event.name === 'test_start' && this.#failed) event.test.mode = 'skip';
  }
}
