import Bluetooth
import DeviceProfiles
import Signals
import TestKit
import Testing

@testable import Devices

@Suite(.timeLimit(.minutes(1))) struct JoinedStreamsTests {
    private static func streams(_ id: String, outlet: CollectingOutlet) throws -> (ProfiledStreams, DeviceProfile) {
        let profile = try #require(ProfileLibrary(folders: []).profile(id))
        let streams = try ProfiledStreams(
            device: DeviceID(rawValue: "d"), profile: profile, settings: SettingValues(profile), wanted: nil,
            clock: ManualClock())
        return (streams, profile)
    }

    @Test("four electrodes on four characteristics are one stream with unbroken times")
    func electrodes() throws {
        let outlet = CollectingOutlet()
        var (streams, profile) = try Self.streams("interaxon.muse", outlet: outlet)
        let names = ["tp9", "af7", "af8", "tp10"]
        let routes = names.enumerated().map { index, name in
            (UInt16(index + 1), [profile.frames.firstIndex { $0.id == name } ?? -1])
        }
        streams.begin(routes: Dictionary(uniqueKeysWithValues: routes), heartHandle: nil)
        let begun = Instant(nanoseconds: 1_790_000_000_000_000_000)
        for packet in 0..<30 {
            let number = UInt16(truncatingIfNeeded: 65_520 + packet)
            let arrival = begun.advanced(byNanoseconds: Int64(packet) * 46_875_000)
            // In another order each time, and each electrode told apart by its value.
            for turn in 0..<4 {
                let place = (turn + packet) % 4
                let raw = UInt16(2048 + 64 * (place + 1))
                let pair = [UInt8(raw >> 4), UInt8(raw & 15) << 4 | UInt8(raw >> 8), UInt8(raw & 255)]
                let bytes = [UInt8(number >> 8), UInt8(number & 255)] + (0..<6).flatMap { _ in pair }
                _ = streams.receive(
                    bytes, from: UInt16(place + 1), at: arrival.advanced(byNanoseconds: Int64(turn) * 1_000_000),
                    into: outlet)
            }
        }
        let batches = outlet.batches.filter { $0.channel.rawValue == "eeg" }
        #expect(batches.count == 30 && batches.allSatisfy { $0.axes == 4 && $0.count == 12 })
        #expect(batches.allSatisfy { $0.values.prefix(4) == [31.25, 62.5, 93.75, 125] })
        #expect(outlet.losses.isEmpty)
        let times = batches.flatMap { batch in (0..<batch.count).map { batch.times.instant(at: $0).nanoseconds } }
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 > $0 && $1 - $0 < 8_000_000 })
    }

    @Test(
        "parts of a stream that is switched off are not subscribed to",
        arguments: [Channel(rawValue: "eeg"), .acceleration])
    func switchedOff(wanted: Channel) async throws {
        let clock = ManualClock()
        let profile = try #require(ProfileLibrary(folders: []).profile("interaxon.muse"))
        let places = try #require(profile.bluetooth).subscriptions.map(\.characteristic)
        let uuids = places.compactMap { BluetoothUUID($0) }
        let central = ScriptedCentral(clock: clock, uuids.map { (0xFE8D, $0, [.notify, .writeWithoutResponse]) })
        let address = try #require(BluetoothAddress("F1:0B:7C:43:2D:1C", kind: .random))
        var choices = DeviceChoices()
        choices.channels = [wanted]
        let session = try ProfiledSession(
            device: Sightings.description(profile, SettingValues(profile), address, name: "Muse-1"), address: address,
            profile: profile, choices: choices, central: central, clock: clock)
        let task = Task { try await session.run(delivering: CollectingOutlet()) }
        let link = await central.link()
        // The last one says how the device is, and is always wanted.
        let last = try #require(uuids.last)
        await link.subscribed(to: last)
        let electrode = try #require(uuids.first)
        let motion = try #require(BluetoothUUID("273E000A-4C4D-454D-96BE-F03BAC821358"))
        #expect(link.subscriptions.contains(electrode) == (wanted != .acceleration))
        #expect(link.subscriptions.contains(motion) == (wanted == .acceleration))
        task.cancel()
        _ = await task.result
    }

    @Test("a reply that spans values is one reading")
    func spanning() throws {
        let outlet = CollectingOutlet()
        var (streams, profile) = try Self.streams("wellue.o2ring", outlet: outlet)
        streams.begin(routes: [7: [profile.frames.firstIndex { $0.id == "reading" } ?? -1]], heartHandle: nil)
        let vector = try #require(profile.vectors.first { $0.bytes.count == 2 })
        let now = Instant(nanoseconds: 1_790_000_000_000_000_000)
        for bytes in vector.bytes { _ = streams.receive(bytes, from: 7, at: now, into: outlet) }
        #expect(outlet.batches.first { $0.channel.rawValue == "oxygen_saturation" }?.values == [98])
        #expect(outlet.events.contains(.battery(percent: 97)) && outlet.losses.isEmpty)
    }
}
