import Accounts
import Documents
import NightjarClientCurl
import Runtime
import Signals

/// `nightjar lan status`.
enum LANStatusCommand: Command {
    static let name = "lan status"
    static let summary = "Show whether other machines can reach the gateway"
    static let options = [DataFolder.option, Option.json]
    static let examples = ["nightjar lan status", "nightjar lan status --json"]
    static let discussion =
        "Where it can, it says where, and which authority vouches for it: the file that phones install."

    static func run(_ arguments: Arguments) async throws {
        let settings = LANSettings(dataFolder: try DataFolder(arguments).path)
        let finding = Diagnostics(machine: .current(dataFolder: try DataFolder(arguments).path)).network()
        let urls = finding.verdict == .broken ? [] : settings.urls.map { "         \($0)" }
        try Output.done(arguments, finding.lines + urls) { json in
            Self.write(settings, &json)
            json.field("verdict", finding.verdict.rawValue)
            json.field("text", finding.text)
            json.field("remedy", finding.remedy)
        }
    }

    /// Writes the state of the network.
    static func write(_ settings: LANSettings, _ json: inout JSONText) {
        json.field("on", settings.address != nil)
        json.field("address", settings.address)
        json.array("urls", settings.urls)
        json.field("authority", settings.hasOwnAuthority ? settings.authorityFile : nil)
        json.field("certificate_ends_s", (try? settings.certificate())?.end?.secondsSince1970)
    }
}

/// `nightjar lan invite`.
enum LANInviteCommand: Command {
    static let name = "lan invite"
    static let summary = "Show a QR code that signs a phone in as a person"
    static let operands = ["EMAIL"]
    static let options = [
        DataFolder.option, Option("--svg", "FILE", "write the code as a picture (default: show it in the terminal)"),
        Option.json,
    ]
    static let examples = ["nightjar lan invite ada@example.org", "nightjar lan invite 2 --svg invite.svg"]
    static let discussion = """
        Needs a running gateway with `nightjar lan on`. The code works once and for ten minutes; whoever scans it is signed
        in as that person. It is drawn by libqrencode (package libqrencode4); without it the address is shown.
        """

    static func run(_ arguments: Arguments) async throws {
        let client = GatewayClient(endpoint: .socket(try DataFolder(arguments).socket))
        let person = try await client.account(arguments.operands[0])
        let invitation = try await client.ask(.invite, PersonRequest(person.person))
        if let file = arguments.value("--svg") {
            guard let picture = invitation.picture else {
                throw Failure(.failed, "The code cannot be drawn; install the package libqrencode4.")
            }
            try Secret.write(Array(picture.text.utf8), to: file)
            return try Output.done(arguments, "\(file): good once, for ten minutes.") { json in
                json.field("file", file)
                json.field("expires_in", invitation.expiresIn)
            }
        }
        let lines = (QRCode(invitation.url.text)?.lines ?? []) + [invitation.url.text, "Good once, for ten minutes."]
        try Output.done(arguments, lines) { json in
            json.field("url", invitation.url.text)
            json.field("expires_in", invitation.expiresIn)
        }
    }
}
