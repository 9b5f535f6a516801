import Documents
import Runtime
import Signals

/// An account, as the routes return it.
struct AccountEntry: Decodable {
    var userID: String
    var email: String
    var displayName: String
    var role: String

    enum CodingKeys: String, CodingKey {
        case userID = "user_id"
        case email
        case displayName = "display_name"
        case role
    }

    /// Every account.
    static func all(_ client: GatewayClient) async throws -> [AccountEntry] {
        struct People: Decodable { var people: [AccountEntry] }
        return try await client.get(People.self, "/api/v1/auth/people").people
    }

    /// The one that a command names by number or address.
    /// - Throws: `Failure` of code `notFound`.
    static func find(_ word: String, _ client: GatewayClient) async throws -> AccountEntry {
        guard let found = try await all(client).first(where: { $0.userID == word || $0.email == word.lowercased() })
        else {
            throw Failure(.notFound, "There is no account “\(word)”; `nightjar account list` shows all.")
        }
        return found
    }
}

/// `nightjar account list`.
enum AccountListCommand: Command {
    static let name = "account list"
    static let summary = "List the people who can sign in"
    static let options = [DataFolder.option, Option.json]
    static let examples = ["nightjar account list", "nightjar account list --json"]
    static let discussion = """
        As long as nobody can sign in, whoever uses this machine is the owner and nothing asks for a password. The first
        account is the owner's, and from then on every request needs a token or a browser that has signed in.
        """

    static func run(_ arguments: Arguments) async throws {
        try await GatewayAccess.run(arguments) { client in
            guard !arguments.has("--json") else {
                return try Output.write(await client.body("GET", "/api/v1/auth/people") + [10])
            }
            let people = try await AccountEntry.all(client)
            if people.isEmpty { Output.note("Nobody yet. Enter the owner with `nightjar account add EMAIL`.") }
            for person in people {
                try Output.line("\(person.userID)  \(person.role)  \(person.email)  \(person.displayName)")
            }
        }
    }
}
