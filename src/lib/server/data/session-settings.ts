/**
 * What Hearth relies on in Postgres, whatever a role, a database or a server has set. In `read committed` a statement that waited for a
 * lock sees what was committed meanwhile. The driver's adapter reads dates in ISO alone.
 */
export const reliedOn = `SET default_transaction_isolation = 'read committed'; SET DateStyle = ISO`;

/** How long a migration takes depends on the size of the household. Postgres has `transaction_timeout` since 17. */
export const withoutTimeouts = `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;
	SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'`;
