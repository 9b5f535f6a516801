import Documents
import Runtime
import Signals

/// `nightjar account add`.
enum AccountAddCommand: Command {
    static let name = "account add"
    static let summary = "Enter a person who can sign in; the first is the owner"
    static let operands = ["EMAIL"]
    static let options = [
        DataFolder.option,
        Option("--name", "NAME", "what to call the person (default: the part of EMAIL before the @)"),
        Option("--role", "ROLE", "patient, clinician, researcher or admin (default: patient; the first is admin)"),
        Option("--wearer", "ID", "the wearer whose account it is, by number (default: somebody new)"), Option.json,
    ]
    static let examples = [
        "nightjar account add ada@example.org --name Ada",
        "pass show nightjar/ben | nightjar account add ben@example.org --role patient",
    ]
    static let discussion = """
        The password is asked for, or read from standard input. With the first account the data that were kept so far
        become the owner's, and requests need a token from then on: see `nightjar account password`.
        """

    static func run(_ arguments: Arguments) async throws {
        let wearer = try arguments.integer("--wearer", in: 1...Int(Int32.max))
        let password = try PasswordPrompt.ask("Password for \(arguments.operands[0])", isNew: true)
        try await GatewayAccess.run(arguments, isNew: true) { client in
            var json = JSONText()
            json.object { json in
                json.field("email", arguments.operands[0])
                json.field("password", password)
                if let name = arguments.value("--name") { json.field("display_name", name) }
                if let role = arguments.value("--role") { json.field("role", role) }
                if let wearer { json.field("person", wearer) }
            }
            struct Added: Decodable { var email: String }
            _ = try await client.body("POST", "/api/v1/auth/people", json: json.bytes)
            let added = try await AccountEntry.find(arguments.operands[0], client)
            guard !arguments.has("--json") else {
                return try Output.line("{\"user_id\":\"\(added.userID)\",\"role\":\"\(added.role)\"}")
            }
            try Output.line("\(added.displayName) (\(added.role), number \(added.userID)) can sign in now.")
        }
    }
}
