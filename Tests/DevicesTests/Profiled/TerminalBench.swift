import DeviceProfiles
import Signals
import Synchronization
import TestKit
import Testing
import USB

@testable import Devices

/// A device behind a real terminal, and a session with it.
final class TerminalBench: Sendable {
    let clock = ManualClock()
    let outlet = CollectingOutlet()
    let plugged = Mutex<PseudoTerminal?>(nil)
    let profile: DeviceProfile

    init(_ name: String) throws {
        profile = try #require(ProfileLibrary(folders: []).profile(name))
        plug(try PseudoTerminal())
    }

    func plug(_ terminal: PseudoTerminal?) { plugged.withLock { $0 = terminal } }
    var terminal: PseudoTerminal? { plugged.withLock { $0 } }

    func start(_ choices: DeviceChoices = DeviceChoices()) throws -> Task<Void, any Error> {
        let description = DeviceDescription(
            profile: profile, settings: SettingValues(profile), id: DeviceID(rawValue: "usb-test"), serial: "1",
            name: nil)
        let source = try ProfiledUSBSource(
            device: description, profile: profile, choices: choices, clock: clock
        ) { [self] in
            guard let path = plugged.withLock({ $0?.path }) else { return nil }
            // A terminal without wires takes no parity.
            return try TerminalLine(path, settings: SerialSettings(baud: 19_200))
        }
        return Task { [outlet] in try await source.run(delivering: outlet) }
    }

    var stages: [DeviceStage] {
        outlet.events.compactMap { if case .stage(let stage, _, _) = $0 { stage } else { nil } }
    }

    func values(_ channel: String) -> [Float] {
        outlet.batches.filter { $0.channel.rawValue == channel }.flatMap(\.values)
    }

    /// Waits until something holds; what does not come in half a minute will not.
    func until(_ condition: @Sendable () -> Bool) async {
        for _ in 0..<20_000 {
            if condition() { return }
            try? await Task.sleep(for: .milliseconds(1))
        }
        Issue.record("it did not come to that: \(outlet.events.suffix(6))")
    }

    /// Opens the line.
    func ready(after count: Int = 0) async { await until { self.stages.count { $0 == .connected } > count } }
}
