/**
 * What Hearth relies on in Postgres, whatever a role, a database or a server has set. In `read committed` a statement that waited for a
 * lock sees what was committed meanwhile. The driver's adapter reads dates in ISO alone. Idle connections are kept, and each transaction
 * has a limit of our own. Postgres has `transaction_timeout` since 17.
 */
export const reliedOn = `SET default_transaction_isolation = 'read committed'; SET DateStyle = ISO; SET idle_session_timeout = 0;
	SELECT set_config('transaction_timeout', '0', false) WHERE current_setting('transaction_timeout', true) IS NOT NULL`;

/** How long a migration takes depends on the size of the household. */
export const withoutTimeouts =
	'SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0';
