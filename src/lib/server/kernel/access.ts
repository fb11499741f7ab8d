import type { Ability } from './abilities.ts';

/** Who may call an operation, in the words of the interface. The domain decides who owns or reaches a list. */
export type Access =
	| { who: 'visitor' }
	| { who: 'member'; ability?: Ability; withTemporaryPassword?: true }
	| { who: 'token'; ability: Ability }
	| { who: 'signed-in'; withTemporaryPassword?: true }
	| { who: 'browser'; refusal: RefusedAct }
	| { who: 'admin'; refusal: RefusedAct };

/** The sentence for a member who is no admin, and the one for a program. */
type RefusedAct = (inputs: { to: 'member' | 'program' }) => string;
