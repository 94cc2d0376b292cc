import { describe, expect, it } from '@jest/globals';
import { isDatabaseUnavailable, isFaultOfServer, mayRepeatAtOnce } from './postgres.ts';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('An error of PostgreSQL', () => {
  it.each([
    ['53100', 'a full disk'],
    ['58030', 'an I/O error'],
    ['25006', 'a server that is read-only after a failover'],
    ['57P01', 'a connection that the administrator ended'],
    ['57P03', 'a server that is starting or stopping'],
  ])('%s, %s, says nothing about the work that met it', (code) => {
    expect(isFaultOfServer(withCode(code))).toBe(true);
  });

  it.each([
    ['40P01', 'the victim of a deadlock'],
    ['55P03', 'a lock that did not become free in time'],
    ['53300', 'a server without a free session'],
    ['25006', 'a server that is read-only after a failover'],
  ])('%s, %s, is answered as unavailable, so that the caller repeats the request', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(true);
  });

  it('of a backend of Citus whose server was killed is answered as unavailable, apart from other internal errors', () => {
    const internal = (message: string): Error => Object.assign(new Error(message), { code: 'XX000' });
    expect(isDatabaseUnavailable(internal('postmaster was shut down, exiting'))).toBe(true);
    expect(isDatabaseUnavailable(internal('could not find a plan'))).toBe(false);
  });

  it.each([
    ['23505', 'a duplicate key'],
    ['42601', 'a wrong statement'],
  ])('%s, %s, is not answered as unavailable', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(false);
  });

  it.each([
    ['57P01', 'a connection that the administrator ended'],
    ['25006', 'a server that is read-only after a failover'],
    ['40P01', 'the victim of a deadlock'],
    ['ECONNRESET', 'a connection that was reset'],
  ])('%s, %s, may succeed at once on another connection', (code) => {
    expect(mayRepeatAtOnce(withCode(code))).toBe(true);
  });

  it.each([
    ['53100', 'a full disk'],
    ['53300', 'a server without a free session'],
    ['55P03', 'a lock that did not become free in time'],
    ['57014', 'a statement that took too long'],
    ['57P03', 'a server that is starting or stopping'],
    ['ECONNREFUSED', 'a server that is down'],
    ['ETIMEDOUT', 'a server that does not answer'],
  ])('%s, %s, fails on another connection too', (code) => {
    expect(mayRepeatAtOnce(withCode(code))).toBe(false);
  });

  it.each([
    ['Connection terminated unexpectedly', true],
    ['timeout exceeded when trying to connect', false],
    ['Connection terminated due to connection timeout', false],
  ])('without a code, "%s", may succeed at once on another connection: %s', (message, may) => {
    expect(mayRepeatAtOnce(new Error(message))).toBe(may);
  });

  it.each([
    ['57P02', 'a crash, which the work may have caused'],
    ['22003', 'a number that does not fit'],
    ['53200', 'no memory for the work'],
  ])('%s, %s, counts against the work', (code) => {
    expect(isFaultOfServer(withCode(code))).toBe(false);
  });

  it('without a code counts against the work', () => {
    expect(isFaultOfServer(new Error('Connection terminated unexpectedly'))).toBe(false);
  });
});
