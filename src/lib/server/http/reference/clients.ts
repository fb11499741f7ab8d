import { quoted } from './curl-example.ts';

/** Clients for assistants, and how an instance whose MCP address is `url` is configured in each. */
export function clientsOf(url: string) {
	const asJson = (value: object) => JSON.stringify(value, null, 2);
	return [
		{
			name: 'Claude Code',
			where: 'in a shell, for .mcp.json',
			// Single quotes: the shell leaves the name as it is, and the client's file holds no secret.
			text: `claude mcp add --transport http --scope project hearth ${quoted(url)} \\\n  --header 'Authorization: Bearer \${HEARTH_TOKEN}'`
		},
		{
			name: 'Cursor',
			where: '~/.cursor/mcp.json',
			text: asJson({
				mcpServers: { hearth: { url, headers: { Authorization: 'Bearer ${env:HEARTH_TOKEN}' } } }
			})
		},
		{
			name: 'VS Code',
			where: '.vscode/mcp.json',
			text: asJson({
				inputs: [
					{
						type: 'promptString',
						id: 'hearth-token',
						description: 'Access token of Hearth',
						password: true
					}
				],
				servers: {
					hearth: {
						type: 'http',
						url,
						headers: { Authorization: 'Bearer ${input:hearth-token}' }
					}
				}
			})
		}
	];
}
