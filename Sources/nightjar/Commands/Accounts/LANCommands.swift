import API
import Accounts
import NightjarClientCurl
import Runtime
import Signals

/// `nightjar lan on`.
enum LANOnCommand: Command {
    static let name = "lan on"
    static let summary = "Let phones and other machines on the local network reach the gateway, over TLS"
    static let options = [
        DataFolder.option,
        Option("--email", "EMAIL", "the owner's address, where nobody can sign in yet"),
        Option("--port", "N", "the port on which other machines are answered (default: 8443)"),
        Option("--name", "NAME", "a further name of this box (default: nightjar.local and the machine's own)"),
        Option("--certificate", "FILE", "a certificate of your own, as PEM (default: one by an authority of this box)"),
        Option("--key", "FILE", "its key, as PEM, for you alone"),
    ]
    static let examples = [
        "nightjar lan on --email ada@example.org",
        "nightjar lan on --certificate /etc/ssl/box.pem --key /etc/ssl/private/box.key",
    ]
    static let discussion = """
        Enters the owner where nobody can sign in yet (the password is asked for), makes a certificate and says where to
        listen. It counts from the next start of `nightjar serve`. Run it again to renew the certificate.
        """

    static func run(_ arguments: Arguments) async throws {
        let folder = try DataFolder(arguments)
        let port = try arguments.integer("--port", in: 1...65_535) ?? Int(LANSettings.usualPort)
        let settings = LANSettings(dataFolder: folder.path)
        try await owner(arguments)
        let place = "0.0.0.0:\(port)"
        if let file = arguments.value("--certificate") {
            guard let key = arguments.value("--key") else { throw arguments.usage("--certificate needs --key.") }
            try settings.keep(try Certificate(certificateFile: file, keyFile: key), address: place)
        } else {
            let own = Machine.hostName
            let names = [LANSettings.usualName, own, own + ".local", "localhost", arguments.value("--name")]
            try settings.turnOn(
                address: place, names: names.compactMap(\.self) + ["127.0.0.1"] + NetworkInterface.addresses)
            try Output.line("Phones that should trust it without a warning install \(settings.authorityFile).")
        }
        try Output.line("From the next start of `nightjar serve` on: https://\(LANSettings.usualName):\(port)/")
        try Output.line("Bring a phone in with `nightjar lan invite EMAIL`.")
    }

    /// Enters the owner unless there is one.
    private static func owner(_ arguments: Arguments) async throws {
        try await GatewayAccess.run(arguments, isNew: true) { client in
            guard try await AccountEntry.all(client).isEmpty else { return }
            guard let email = arguments.value("--email") else {
                throw arguments.usage("Nobody can sign in yet; name the owner with --email EMAIL.")
            }
            let password = try PasswordPrompt.ask("Password for \(email)", isNew: true)
            var json = JSONText()
            json.object { json in
                json.field("email", email)
                json.field("password", password)
            }
            _ = try await client.body("POST", "/api/v1/auth/people", json: json.bytes)
            try Output.line("\(email) is the owner.")
        }
    }
}

/// `nightjar lan off`.
enum LANOffCommand: Command {
    static let name = "lan off"
    static let summary = "Let only this machine reach the gateway again"
    static let options = [DataFolder.option]
    static let examples = ["nightjar lan off"]
    static let discussion = "It counts from the next start of `nightjar serve`; accounts and certificates stay."

    static func run(_ arguments: Arguments) async throws {
        LANSettings(dataFolder: try DataFolder(arguments).path).turnOff()
        try Output.line("From the next start of `nightjar serve` on, only this machine reaches the gateway.")
    }
}

/// `nightjar lan status`.
enum LANStatusCommand: Command {
    static let name = "lan status"
    static let summary = "Say whether other machines can reach the gateway"
    static let options = [DataFolder.option]
    static let examples = ["nightjar lan status"]
    static let discussion = ""

    static func run(_ arguments: Arguments) async throws {
        let folder = try DataFolder(arguments).path
        for line in Checkup(machine: .current(dataFolder: folder)).network().lines { try Output.line(line) }
    }
}

/// `nightjar lan invite`.
enum LANInviteCommand: Command {
    static let name = "lan invite"
    static let summary = "Show a QR code that brings a phone in, signed in as a person"
    static let operands = ["EMAIL"]
    static let options = [
        DataFolder.option, Option("--svg", "FILE", "write the code as a picture (default: show it in the terminal)"),
    ]
    static let examples = ["nightjar lan invite ada@example.org", "nightjar lan invite 2 --svg invite.svg"]
    static let discussion = """
        Needs a running gateway with `nightjar lan on`. The code works once and for ten minutes; whoever scans it is signed
        in as that person. It is drawn by libqrencode (package libqrencode4); without it the address is shown.
        """

    private struct Invitation: Decodable {
        var url: String
        var picture: String?

        enum CodingKeys: String, CodingKey {
            case url
            case picture = "qr_svg"
        }
    }

    static func run(_ arguments: Arguments) async throws {
        let client = GatewayClient(endpoint: .socket(try DataFolder(arguments).socket))
        let person = try await AccountEntry.find(arguments.operands[0], client)
        let path = "/api/v1/auth/people/\(person.userID)/invitation"
        let body = try await client.body("POST", path, json: Array("{}".utf8))
        let invitation = try GatewayClient.decode(Invitation.self, body)
        if let file = arguments.value("--svg") {
            guard let picture = invitation.picture else {
                throw Failure(.failed, "The code cannot be drawn; install the package libqrencode4.")
            }
            try Secret.write(Array(picture.utf8), to: file)
            return try Output.line("\(file): good once, for ten minutes.")
        }
        for line in QRCode(invitation.url)?.lines ?? [] { try Output.line(line) }
        try Output.line(invitation.url)
        try Output.line("Good once, for ten minutes.")
    }
}
