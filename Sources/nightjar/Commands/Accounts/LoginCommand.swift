import Documents
import NightjarClientCurl
import Runtime
import Signals

/// `nightjar login`.
enum LoginCommand: Command {
    static let name = "login"
    static let summary = "Sign in to a gateway elsewhere; commands with --url use it from then on"
    static let operands = ["EMAIL"]
    static let options = [
        Option("--url", "URL", "the address of the gateway (default: http://127.0.0.1:8001)"),
        Option("--ca", "FILE", "the authority that vouches for the gateway, as PEM (default: those of the system)"),
        Option.json,
    ]
    static let examples = [
        "nightjar login ada@example.org",
        "nightjar login ada@example.org --url https://nightjar.local:8443 --ca nightjar-ca.pem",
    ]
    static let discussion = """
        The password is asked for, or read from standard input. Tokens are kept for you alone in
        ~/.local/state/nightjar/tokens.json and renewed when they expire. Commands without --url use the gateway of this
        account's folder and need no tokens.
        """

    static func run(_ arguments: Arguments) async throws {
        let client = try LoginCommand.client(arguments, authority: arguments.value("--ca"))
        let password = try PasswordPrompt.ask("Password for \(arguments.operands[0])")
        try await client.signIn(email: arguments.operands[0], password: password)
        try Output.done(arguments, "Signed in as \(arguments.operands[0]).") { json in
            json.field("email", arguments.operands[0])
            json.field("signed_in", true)
        }
    }

    /// The gateway that `--url` names.
    static func client(_ arguments: Arguments, authority: String? = nil) throws -> GatewayClient {
        var url = arguments.value("--url") ?? "http://127.0.0.1:8001"
        while url.hasSuffix("/") { url.removeLast() }
        return GatewayClient(endpoint: .address(url), authority: authority)
    }
}

/// `nightjar logout`.
enum LogoutCommand: Command {
    static let name = "logout"
    static let summary = "Sign out of a gateway: its tokens become invalid"
    static let options = [
        Option("--url", "URL", "the address of the gateway (default: http://127.0.0.1:8001)"), Option.json,
    ]
    static let examples = ["nightjar logout", "nightjar logout --url https://nightjar.local:8443"]
    static let discussion = ""

    static func run(_ arguments: Arguments) async throws {
        let client = try LoginCommand.client(arguments)
        guard try await client.signOut(), case .address(let url) = client.endpoint else {
            throw Failure(.notFound, "Not signed in there; `nightjar login EMAIL` does.")
        }
        try Output.done(arguments, "Signed out of \(url).") { json in
            json.field("url", url)
            json.field("signed_in", false)
        }
    }
}

/// `nightjar whoami`.
enum WhoamiCommand: Command {
    static let name = "whoami"
    static let summary = "Show who is signed in at a gateway"
    static let options = [
        Option("--url", "URL", "the address of the gateway (default: http://127.0.0.1:8001)"), Option.json,
    ]
    static let examples = ["nightjar whoami", "nightjar whoami --url https://nightjar.local:8443 --json"]
    static let discussion = "Exit code 4 when the gateway asks for a password and nobody has signed in."

    static func run(_ arguments: Arguments) async throws {
        let body = try await LoginCommand.client(arguments).body(.me)
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        let me = try GatewayClient.read(AccountDocument.self, body)
        try Output.line("\(me.displayName)  \(me.email)  \(me.role.rawValue)")
    }
}
