import Devices
import Runtime
import Signals
import USB

/// The plugged-in recorder that a command refers to.
struct AxivityChoice {
    static let operand = "RECORDER?"
    static let waiting = Option(
        "--wait", "SECONDS", "wait so long for a recorder that is not plugged in, or was unplugged in the middle")
    static let zone = Option("--zone", "AREA/CITY", "the zone of the recorder's clock (default: that of this machine)")

    /// libusb; nil when it cannot be started, so that the kernel's terminals are used.
    let context: USBContext?
    private let tree = USBTree()
    private let number: UInt32?
    /// Seconds to wait, as `--wait` says; nil without it.
    let patience: Double?

    init(_ arguments: Arguments) throws {
        context = try? USBContext()
        patience = try arguments.number("--wait", in: 0...1_000_000)
        guard let text = arguments.operands.first else {
            number = nil
            return
        }
        guard let number = UInt32(text.split(separator: "-").last ?? "") else {
            throw arguments.usage("“\(text)” is no recorder's number.")
        }
        self.number = number
    }

    /// The one recorder that is meant.
    /// - Throws: `Failure`: `notFound` when it is not plugged in, `usage` when several are and none was named.
    func one() async throws -> (number: UInt32, access: USBAxivityAccess) {
        let all = try await all()
        guard all.count == 1, let recorder = all.first else {
            let numbers = all.map { String($0.number) }.joined(separator: ", ")
            throw Failure(.usage, "Several recorders are plugged in: \(numbers). Name one of them.")
        }
        return recorder
    }

    /// The recorder that is meant, or all.
    /// - Throws: `Failure` with code `notFound` when there is none.
    func all() async throws -> [(number: UInt32, access: USBAxivityAccess)] {
        let clock = WallClock()
        let start = clock.elapsed
        var isTold = false
        while true {
            let devices = tree.devices()
            let found = devices.filter { $0.isAxivity && $0.interfaces.count >= 3 }.compactMap { device in
                device.axivityNumber.map { (number: $0, access: USBAxivityAccess(path: device.path, context: context)) }
            }.filter { number == nil || $0.number == number }
            if !found.isEmpty { return found }
            // A recorder that was just plugged in is a loader for some seconds.
            let isStarting = devices.contains { $0.isAxivityLoader || $0.isAxivity && number == nil }
            guard clock.elapsed - start < .seconds(patience ?? (isStarting ? 20 : 0)) else { throw missing }
            if !isTold { Output.note(isStarting ? "The recorder is starting …" : "Waiting for the recorder …") }
            isTold = true
            try await clock.wait(seconds: 0.5)
        }
    }

    /// The way to recorder `number` once it is plugged in again; nil when it is not within `seconds`.
    func again(_ number: UInt32, within seconds: Double) async throws -> USBAxivityAccess? {
        let clock = WallClock()
        let start = clock.elapsed
        while clock.elapsed - start < .seconds(seconds) {
            try await clock.wait(seconds: 0.5)
            let device = tree.devices().first {
                $0.isAxivity && $0.axivityNumber == number && !$0.blockNodes.isEmpty
            }
            if let device { return USBAxivityAccess(path: device.path, context: context) }
        }
        return nil
    }

    private var missing: Failure {
        let name = number.map { "Recorder \($0)" } ?? "No Axivity recorder"
        return Failure(
            .notFound,
            "\(name) is \(number == nil ? "" : "not ")plugged in. Plug it in, wait some seconds for it to start, and try again; "
                + "--wait SECONDS waits for it.")
    }
}
