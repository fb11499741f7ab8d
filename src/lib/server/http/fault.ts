import * as m from '../../paraglide/messages.js';

/** A failure that is not the caller's fault: the line for the log, and the sentence that says where to look it up. */
export type Fault = { log: string; sentence: (inputs: { requestId: string }) => string };

export const faults = {
	answer: { log: 'the request could not be answered', sentence: m.fault_answer },
	assistant: { log: 'the assistant could not be answered', sentence: m.fault_assistant },
	host: { log: 'the Host of a request could not be looked up', sentence: m.fault_host },
	page: { log: 'the page could not be made', sentence: m.fault_page },
	request: { log: 'the request could not be read', sentence: m.fault_request },
	stream: { log: 'the stream could not be opened', sentence: m.fault_stream }
} satisfies Record<string, Fault>;

/** The fault of an operation, by the operation's name. */
export const unfinished = (operation: string): Fault => ({
	log: `${operation} could not be finished`,
	sentence: ({ requestId }) => m.fault_operation({ operation, requestId })
});
