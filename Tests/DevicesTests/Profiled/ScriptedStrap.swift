import Bluetooth
import DeviceProfiles
import Signals
import TestKit
import Testing

@testable import Devices

/// A strap with an accelerometer, played by a script, and a session with it.
struct ScriptedStrap {
    static let control = BluetoothUUID("FB005C81-02E7-F387-1CAD-8ACD2D8DF0C8") ?? BluetoothUUID(0)
    static let data = BluetoothUUID("FB005C82-02E7-F387-1CAD-8ACD2D8DF0C8") ?? BluetoothUUID(0)
    static let files = BluetoothUUID("FB005C51-02E7-F387-1CAD-8ACD2D8DF0C8") ?? BluetoothUUID(0)
    static let heart = BluetoothUUID(0x2A37)
    static let offer: [(UInt32, BluetoothUUID, GATTCharacteristic.Properties)] = [
        (0x180D, heart, [.notify]), (0x180A, BluetoothUUID(0x2A29), [.read]), (0x180A, BluetoothUUID(0x2A24), [.read]),
        (0x180A, BluetoothUUID(0x2A25), [.read]), (0x180F, BluetoothUUID(0x2A19), [.read, .notify]),
    ]
    // The two vendor characteristics are in one service.
    static func database(from first: UInt16 = 1) -> GATTDatabase {
        var database = ScriptedCentral.database(offer, from: first)
        let handle = first + 4 * UInt16(offer.count)
        let cccd = BluetoothUUID(0x2902)
        database.services.append(
            GATTService(
                uuid: BluetoothUUID("FB005C80-02E7-F387-1CAD-8ACD2D8DF0C8") ?? BluetoothUUID(0),
                handles: handle...(handle + 6),
                characteristics: [
                    GATTCharacteristic(
                        uuid: control, declaration: handle + 1, value: handle + 2,
                        properties: [.read, .write, .indicate],
                        descriptors: [GATTDescriptor(uuid: cccd, handle: handle + 3)]),
                    GATTCharacteristic(
                        uuid: data, declaration: handle + 4, value: handle + 5, properties: [.notify],
                        descriptors: [GATTDescriptor(uuid: cccd, handle: handle + 6)]),
                ]))
        database.services.append(
            GATTService(
                uuid: BluetoothUUID(0xFEEE), handles: (handle + 7)...(handle + 10),
                characteristics: [
                    GATTCharacteristic(
                        uuid: files, declaration: handle + 8, value: handle + 9,
                        properties: [.writeWithoutResponse, .notify],
                        descriptors: [GATTDescriptor(uuid: cccd, handle: handle + 10)])
                ]))
        return database
    }

    let clock = ManualClock()
    let central: ScriptedCentral
    let outlet = CollectingOutlet()
    let session: ProfiledSession

    /// A strap; `change` makes its profile another one.
    init(choices: DeviceChoices = DeviceChoices(), change: (inout DeviceProfile) -> Void = { _ in }) throws {
        central = ScriptedCentral(clock: clock)
        central.offer(Self.database())
        central.set(Self.control, hex("0f05000000000000000000000000000000"))
        central.set(BluetoothUUID(0x2A29), Array("Polar Electro Oy\0".utf8))
        central.set(BluetoothUUID(0x2A24), Array("H10".utf8))
        central.set(BluetoothUUID(0x2A25), Array("7C432D1C".utf8))
        central.set(BluetoothUUID(0x2A19), [83])
        central.onWrite(Self.answer)
        let library = ProfileLibrary(folders: [])
        var profile = try #require(library.profile("polar.h10"))
        change(&profile)
        let address = try #require(BluetoothAddress("F1:0B:7C:43:2D:1C", kind: .random))
        session = try ProfiledSession(
            device: Sightings.description(profile, SettingValues(profile), address, name: "Polar H10 7C432D1C"),
            address: address, profile: profile, choices: choices, central: central, clock: clock)
    }

    @Sendable static func answer(_ uuid: BluetoothUUID, _ bytes: [UInt8]) -> ScriptedCentral.Reply {
        switch (bytes.first, bytes.dropFirst().first) {
        // A query of the file protocol, answered without an error.
        case _ where uuid == files: .values([(files, [0, 0, 0])])
        case (1, 2): .values([(control, hex("f001020000 00041900 3200 6400 c800 01011000 0203 0200 0400 0800"))])
        case (1, 0): .values([(control, hex("f0010000000001820001010e00"))])
        case (2, let type?): .values([(control, [0xF0, 2, type, 0, 0, 1])])
        case (3, let type?): .values([(control, [0xF0, 3, type, 0, 0])])
        default: .done
        }
    }

    func start() -> Task<Void, any Error> {
        let (session, outlet) = (session, outlet)
        return Task { try await session.run(delivering: outlet) }
    }

    /// A frame of 25 samples, half a second, whose last sample is `index` halves after the device's start.
    func frame(_ index: Int) -> [UInt8] {
        var bytes: [UInt8] = [2]
        let time = UInt64(599_000_000_000_000_000 + index * 500_000_000)
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: time >> UInt64(8 * shift))) }
        bytes.append(1)
        for sample in 0..<25 { bytes += [UInt8(sample), 0, 0, 0, 0xE8, 0x03] }
        return bytes
    }

    /// Sends frames, half a second of the clock each.
    func stream(_ link: ScriptedPeripheral, _ range: Range<Int>) {
        for index in range {
            clock.advance(bySeconds: 0.5)
            link.send(frame(index), from: Self.data)
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
