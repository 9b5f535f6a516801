import Documents
import Runtime
import Signals

/// `nightjar heart-rate share`.
enum HeartRateShareCommand: Command {
    static let name = "heart-rate share"
    static let summary = "Give your heart rate on over Bluetooth, as a strap does, or no more"
    static let operands = ["on|off?", "DEVICE?"]
    static let options = GatewayClient.options + [Option.json]
    static let examples = [
        "nightjar heart-rate share", "nightjar heart-rate share on", "nightjar heart-rate share on polar-h10-12345678",
        "nightjar heart-rate share off",
    ]
    static let discussion = """
        The gateway is a heart-rate strap then: every bicycle computer, treadmill and app within reach can read your heart
        rate and the intervals between your beats, several at once. It is off until you switch it on, and it holds for you on
        this device: when somebody else wears it, nothing is given on.
        """

    static func run(_ arguments: Arguments) async throws {
        let client = try GatewayClient(arguments)
        let body: [UInt8]
        switch arguments.operands.first {
        case nil: body = try await client.body(.heartRateShare)
        case "on":
            let device = arguments.operands.dropFirst().first
            body = try await client.body(.shareHeartRate, HeartRateShareRequest(isOn: true, device: device))
        case "off": body = try await client.body(.shareHeartRate, HeartRateShareRequest(isOn: false))
        default: throw Failure(.usage, "Say `on` or `off`.")
        }
        guard !arguments.has("--json") else { return try Output.write(body + [10]) }
        try Output.line(try GatewayClient.read(HeartRateShareDocument.self, body).words)
    }
}

extension HeartRateShareDocument {
    /// How it stands, for people.
    fileprivate var words: String {
        guard isOn else { return "Your heart rate is not given on." }
        let head = "The heart rate of \(device ?? "your device") is given on"
        if let problem { return "\(head), but nobody hears it: \(problem)" }
        guard let adapter else { return "\(head) as soon as the adapter is ready." }
        return
            "\(head) by \(adapter): \(connected) connected, \(listeners) listening, \(sent) values sent, \(dropped) not taken."
    }
}
