import * as m from '../../paraglide/messages.js';

/** What could not be done for no fault of the caller's: a line of the log, and the sentence that tells where to look it up. */
export type Fault = { log: string; sentence: (inputs: { requestId: string }) => string };

export const faults = {
	answer: { log: 'the request could not be answered', sentence: m.fault_answer },
	assistant: { log: 'the assistant could not be answered', sentence: m.fault_assistant },
	host: { log: 'the Host of a request could not be looked up', sentence: m.fault_host },
	page: { log: 'the page could not be made', sentence: m.fault_page },
	request: { log: 'the request could not be read', sentence: m.fault_request },
	stream: { log: 'the stream could not be opened', sentence: m.fault_stream }
} satisfies Record<string, Fault>;

/** Of an operation, by its name. */
export const unfinished = (operation: string): Fault => ({
	log: `${operation} could not be finished`,
	sentence: ({ requestId }) => m.fault_operation({ operation, requestId })
});
