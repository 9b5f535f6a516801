import Bluetooth
import DeviceProfiles
import Signals
import TestKit
import Testing

@testable import Devices

/// A strap with an accelerometer, played by a script, and a session with it.
struct ScriptedStrap {
    let clock = ManualClock()
    let central: ScriptedCentral
    let outlet = CollectingOutlet()
    let session: ProfiledSession

    /// A strap; `change` makes its profile another one.
    init(choices: DeviceChoices = DeviceChoices(), change: (inout DeviceProfile) -> Void = { _ in }) throws {
        central = ScriptedH10.central(clock: clock)
        let library = ProfileLibrary(folders: [])
        var profile = try #require(library.profile("polar.h10"))
        change(&profile)
        let address = try #require(BluetoothAddress("F1:0B:7C:43:2D:1C", kind: .random))
        session = try ProfiledSession(
            device: Sightings.description(profile, SettingValues(profile), address, name: "Polar H10 7C432D1C"),
            address: address, profile: profile, choices: choices, central: central, clock: clock)
    }

    func start() -> Task<Void, any Error> {
        let (session, outlet) = (session, outlet)
        return Task { try await session.run(delivering: outlet) }
    }

    /// Sends frames, half a second of the clock each.
    func stream(_ link: ScriptedPeripheral, _ range: Range<Int>) {
        for index in range {
            clock.advance(bySeconds: 0.5)
            link.send(ScriptedH10.frame(index), from: ScriptedH10.data)
        }
    }

    func stages() -> [DeviceStage] {
        outlet.events.compactMap { if case .stage(let stage, _, _) = $0 { stage } else { nil } }
    }

    /// Waits until something holds.
    func until(_ condition: @Sendable () -> Bool) async {
        while !condition(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
    }

    /// A link on which everything is set up.
    func ready(_ index: Int = 0) async -> ScriptedPeripheral {
        let link = await central.link(index)
        await until { stages().count { $0 == .configured } > index }
        return link
    }

    func acceleration() -> [SampleBatch] { outlet.batches.filter { $0.channel == .acceleration } }
}
