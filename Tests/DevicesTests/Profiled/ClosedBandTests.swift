import Bluetooth
import DeviceProfiles
import Runtime
import Signals
import Synchronization
import TestKit
import Testing

@testable import Devices

/// A band that its owner's key opens.
@Suite(.timeLimit(.minutes(2)))
struct ClosedBandTests {
    private static let auth = BluetoothUUID("00000009-0000-3512-2118-0009AF100700") ?? BluetoothUUID(0)
    private static let heart = BluetoothUUID(0x2A37)
    private static let control = BluetoothUUID(0x2A39)
    private static let address = BluetoothAddress("C8:0F:10:11:22:33", kind: .random)
    private static let key = "d88ca0fef504cc82735f15feb6bf9b1f"

    private let clock = ManualClock()
    private let outlet = CollectingOutlet()
    private let central: ScriptedCentral

    init() {
        central = ScriptedCentral(
            clock: clock,
            [
                (0xFEE1, Self.auth, [.notify, .writeWithoutResponse]), (0x180D, Self.heart, [.notify]),
                (0x180D, Self.control, [.write]),
            ])
        central.onWrite { uuid, bytes in
            guard uuid == Self.auth else { return .done }
            return switch bytes {
            case hex("0200"): .values([(Self.auth, hex("100201 689c1dd58a666f0f8c90a1a96e1ab3a3"))])
            case hex("0300 ce1c0135db39e61f1a27012fb907df3b"): .values([(Self.auth, hex("100301"))])
            default: .values([(Self.auth, hex("100308"))])
            }
        }
    }

    private func run(_ key: String?, serial: String? = nil) throws -> Task<Void, any Error> {
        let profile = try #require(ProfileLibrary(folders: []).profile("huami.band"))
        let address = try #require(Self.address)
        var choices = DeviceChoices()
        choices.key = key.flatMap { DeviceKey(text: $0) }
        if let serial { choices.settings["known_serial"] = serial }
        let session = try ProfiledSession(
            device: Sightings.description(profile, SettingValues(profile), address, name: "Mi Smart Band 4"),
            address: address, profile: profile, choices: choices, central: central, clock: clock)
        #expect(session.device.commands == [.pairAnew, .enterKey])
        let outlet = outlet
        return Task { try await session.run(delivering: outlet) }
    }

    private func until(_ condition: () -> Bool) async {
        while !condition(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
    }

    private var stages: [(stage: DeviceStage, reason: String?, nextStep: String?)] {
        outlet.events.compactMap {
            if case .stage(let stage, let reason, let nextStep) = $0 { (stage, reason, nextStep) } else { nil }
        }
    }

    @Test func `its heart rate is asked for when it is open and not before`() async throws {
        let task = try run(Self.key)
        let link = await central.link()
        await until { stages.contains { $0.stage == .configured } }
        #expect(link.subscriptions == [Self.auth, Self.heart], "the first alone before it was open")
        #expect(link.writes.prefix(2).allSatisfy { $0.0 == Self.auth })
        #expect(link.writes.last?.1 == hex("150101"))
        link.send(hex("0048"), from: Self.heart)
        #expect(outlet.batches.last { $0.channel == .heartRate }?.values == [72])
        task.cancel()
        _ = await task.result
        #expect(link.writes.last?.1 == hex("150100"))
    }

    @Test(arguments: [nil, "00000000000000000000000000000000"])
    func `without its key it is left alone, and with a wrong one tried once more and then once a day`(_ key: String?)
        async throws
    {
        let task = try run(key)
        await until { stages.contains { $0.stage == .interrupted } && clock.waiting > 0 }
        let told = try #require(stages.last { $0.stage == .interrupted })
        #expect(told.reason?.contains(key == nil ? "none was entered" : "it refuses the key") == true)
        #expect(told.nextStep?.contains("nightjar devices key bluetooth-c80f10112233") == true)
        // A single answer may have been anybody's.
        func pass(hours: Int) async throws {
            for _ in 0..<hours {
                await until { clock.waiting > 0 }
                clock.advance(bySeconds: 3600)
                try await Task.sleep(for: .milliseconds(2))
            }
        }
        try await pass(hours: 20)
        #expect(central.links.count == (key == nil ? 1 : 2) && central.links.allSatisfy { !$0.isUp })
        try await pass(hours: 20)
        #expect(central.links.count == (key == nil ? 1 : 3))
        #expect(!central.links[0].subscriptions.contains(Self.heart))
        // The key shows in nothing that was told.
        if let key { #expect(!outlet.events.contains { "\($0)".contains(key) }) }
        task.cancel()
        _ = await task.result
        #expect(stages.last?.stage == .stopped)
    }

    @Test func `what the key makes of a question is shown to no band with another serial number`() async throws {
        let serial = BluetoothUUID(0x2A25)
        central.offer(
            ScriptedCentral.database([
                (0xFEE1, Self.auth, [.notify, .writeWithoutResponse]), (0x180D, Self.heart, [.notify]),
                (0x180D, Self.control, [.write]), (0x180A, serial, [.read]),
            ]))
        central.set(serial, Array("OTHER".utf8))
        let task = try run(Self.key, serial: "MINE")
        await until { stages.contains { $0.stage == .interrupted } }
        #expect(stages.contains { $0.reason?.contains("another serial number") == true })
        #expect(central.links[0].writes.isEmpty)
        central.set(serial, Array("MINE".utf8))
        await until {
            if clock.waiting > 0 { clock.advance(bySeconds: 1) }
            return stages.contains { $0.stage == .configured }
        }
        task.cancel()
        _ = await task.result
    }

    @Test func `a band that was silent is tried again`() async throws {
        central.onWrite { _, _ in .done }
        let task = try run(Self.key)
        await until {
            if clock.waiting > 0 { clock.advance(bySeconds: 1) }
            return central.links.count == 2
        }
        #expect(stages.contains { $0.reason?.contains("did not answer") == true })
        task.cancel()
        _ = await task.result
    }
}
