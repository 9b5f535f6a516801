import API
import Accounts
import Documents
import NightjarClientCurl
import Runtime
import Signals

/// `nightjar lan on`.
enum LANOnCommand: Command {
    static let name = "lan on"
    static let summary = "Open the gateway to phones and other machines on the local network, over TLS"
    static let options = [
        DataFolder.option,
        Option("--email", "EMAIL", "the owner's address, where nobody can sign in yet"),
        Option("--port", "N", "the port on which other machines are answered (default: 8443)"),
        Option("--name", "NAME", "a further name of this machine (default: nightjar.local and its own)"),
        Option("--certificate", "FILE", "your own certificate, as PEM (default: one by the gateway's own authority)"),
        Option("--key", "FILE", "its key, as PEM, for you alone"), Option.json,
    ]
    static let examples = [
        "nightjar lan on --email ada@example.org",
        "nightjar lan on --port 9443 --json",
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
        let given = try certificate(arguments)
        let entered = try await owner(arguments)
        let place = "[::]:\(port)"
        var lines = entered.map { ["\($0) is the owner."] } ?? []
        if let given {
            try settings.keep(given, address: place)
        } else {
            let own = Machine.hostName
            let names = Machine.networkNames + [own, "localhost"] + [arguments.value("--name")].compactMap(\.self)
            try settings.turnOn(
                address: place, names: names + ["127.0.0.1"] + NetworkInterface.addresses)
            lines.append("Phones that should trust it without a warning install \(settings.authorityFile).")
        }
        if NetworkInterface.addresses.isEmpty { lines.append("This machine has no address on a network just now.") }
        lines.append("From the next start of `nightjar serve` on: https://\(LANSettings.usualName):\(port)/")
        lines.append("Bring a phone in with `nightjar lan invite EMAIL`.")
        try Output.done(arguments, lines) { json in
            json.field("owner", entered)
            LANStatusCommand.write(settings, &json)
        }
    }

    /// The certificate that is given; nil for one of our own.
    private static func certificate(_ arguments: Arguments) throws -> Certificate? {
        switch (arguments.value("--certificate"), arguments.value("--key")) {
        case (nil, nil): nil
        case (let file?, let key?): try Certificate(certificateFile: file, keyFile: key)
        default: throw arguments.usage("--certificate and --key go together.")
        }
    }

    /// Enters the owner unless there is one.
    /// - Returns: the address of who was entered.
    private static func owner(_ arguments: Arguments) async throws -> String? {
        try await GatewayAccess.run(arguments, isNew: true) { client in
            guard try await client.ask(.people).people.isEmpty else { return nil }
            guard let email = arguments.value("--email") else {
                throw arguments.usage("Nobody can sign in yet; name the owner with --email EMAIL.")
            }
            let password = try PasswordPrompt.ask("Password for \(email)", isNew: true)
            _ = try await client.ask(.addPerson, RegisterRequest(email: email, password: SecretText(password)))
            return email
        }
    }
}

/// `nightjar lan off`.
enum LANOffCommand: Command {
    static let name = "lan off"
    static let summary = "Let only this machine reach the gateway again"
    static let options = [DataFolder.option, Option.json]
    static let examples = ["nightjar lan off", "nightjar lan off --json"]
    static let discussion = "It counts from the next start of `nightjar serve`; accounts and certificates stay."

    static func run(_ arguments: Arguments) async throws {
        let settings = LANSettings(dataFolder: try DataFolder(arguments).path)
        try settings.turnOff()
        try Output.done(
            arguments, "From the next start of `nightjar serve` on, only this machine reaches the gateway."
        ) { LANStatusCommand.write(settings, &$0) }
    }
}
