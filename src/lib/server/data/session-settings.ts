/**
 * What Hearth relies on in Postgres. A role, a database or a server may have other defaults, made for other programs: a statement has to see
 * what was committed while the one before it waited for a lock, and the driver's adapter reads dates in ISO alone.
 */
export const reliedOn = `SET default_transaction_isolation = 'read committed'; SET DateStyle = ISO`;

/** A migration takes as long as the household is large. The last setting is one that Postgres has since 17. */
export const withoutTimeouts = `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;
	SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'`;
