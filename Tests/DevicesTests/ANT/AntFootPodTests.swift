import Signals
import TestKit
import Testing

@testable import Devices

private let start = Instant(nanoseconds: 1_700_000_000_000_000_000)

@Suite struct AntFootPodTests {
    /// Pages as the tests of an open library have them (github.com/Loghorn/ant-plus), whose numbers are the parts of ours.
    private static let pages: [(String, AntFootPodPage)] = [
        (
            "01 80 05 2A D3 40 0C 07",
            .motion(time: 1128, distance: 42 * 16 + 13, speed: 3 * 256 + 64, strides: 12, latency: 7)
        ),
        ("02 FF FF B4 72 19 00 01", .cadence(180 * 16 + 7, speed: 2 * 256 + 25, status: AntFootPodStatus(1))),
        ("03 00 00 5A 21 0A 64 03", .energy(100, cadence: 90 * 16 + 2, speed: 266, status: AntFootPodStatus(3))),
        ("0F 00 00 50 34 02 99 02", .cadence(80 * 16 + 3, speed: 4 * 256 + 2, status: AntFootPodStatus(2))),
        ("10 11 22 33 44 55 66 77", .other(page: 16)),
        ("50 FF FF 03 7B 00 05 01", .maker(hardware: 3, id: 123, model: 261)),
        ("51 FF FF 09 78 56 34 12", .product(software: 9, serial: 0x1234_5678)),
        ("51 FF FF 09 FF FF FF FF", .product(software: 9, serial: nil)),
    ]

    @Test(arguments: pages)
    func `pages say what the profile lays down`(_ text: String, _ page: AntFootPodPage) throws {
        #expect(try AntFootPodPage(hex(text)) == page)
    }

    @Test func `the state tells place, battery and use`() throws {
        let status = AntFootPodStatus(0b1101_0001)
        #expect(status.place == .ankle && status.battery == .good && !status.hasFault && status.isActive)
        #expect(AntFootPodStatus(0b0011_0100).battery == .low && AntFootPodStatus(0b0011_0100).hasFault)
        guard case .battery(let battery) = try AntFootPodPage(hex("52 FF FF 00 00 00 80 22")) else {
            Issue.record("no battery")
            return
        }
        #expect(battery.percent == nil && battery.volts == 2.5 && battery.words == "good, 2.5 V")
        #expect(throws: DecodeError.self) { try AntFootPodPage([1, 2]) }
        #expect(throws: DecodeError.self) { try AntFootPodPage([UInt8](repeating: 0, count: 9)) }
    }

    private func motion(_ index: Int, strides: Int, sixteenths: Int) -> [UInt8] {
        let time = index * 50
        return [
            1, UInt8(time % 200), UInt8(time / 200 & 255), UInt8(sixteenths >> 4 & 255),
            UInt8(sixteenths << 4 & 0xF0) | 3, 0x80, UInt8(strides & 255), 0,
        ]
    }

    @Test func `distance and steps go on where what is sent rolls over`() throws {
        let outlet = CollectingOutlet()
        var pod = AntFootPod(device: DeviceID(rawValue: "ant-pod-7"), number: 7)
        for index in 0..<600 {
            let payload = motion(index, strides: 250 + index / 3, sixteenths: 4000 + index * 14)
            pod.receive(payload, at: start.advanced(bySeconds: Double(index) / 4), into: outlet)
        }
        #expect(pod.metres == 599 * 14.0 / 16 && pod.steps == 2 * (599 / 3))
        let speeds = outlet.batches.filter { $0.channel.rawValue == "speed" }
        #expect(speeds.count == 600 && speeds.allSatisfy { $0.values == [3.5] && $0.unit.rawValue == "m/s" })
        let metres = outlet.batches.filter { $0.channel.rawValue == "distance" }.compactMap(\.values.first)
        #expect(metres.first == 0 && metres.last == Float(599 * 14.0 / 16) && metres == metres.sorted())
    }

    @Test func `what was walked while nothing was heard is not made up, and the hole has its cause`() throws {
        let outlet = CollectingOutlet()
        var pod = AntFootPod(device: DeviceID(rawValue: "ant-pod-7"), number: 7)
        pod.receive(motion(0, strides: 0, sixteenths: 0), at: start, into: outlet)
        pod.receive(motion(1, strides: 1, sixteenths: 16), at: start.advanced(bySeconds: 0.25), into: outlet)
        pod.interrupt("nothing is heard", at: start.advanced(bySeconds: 5), into: outlet)
        pod.receive(motion(5, strides: 200, sixteenths: 3000), at: start.advanced(bySeconds: 40), into: outlet)
        #expect(pod.metres == 1 && pod.steps == 2)
        let loss = try #require(outlet.losses.first { $0.cause == .disconnected })
        #expect(loss.count == 39.75 && loss.detail == "nothing is heard")
    }

    @Test func `cadence is in steps a minute, once a second, and the battery is told in words`() {
        let outlet = CollectingOutlet()
        var pod = AntFootPod(device: DeviceID(rawValue: "ant-pod-7"), number: 7)
        for index in 0..<9 {
            pod.receive(
                hex("02 FF FF 58 80 00 00 11"), at: start.advanced(bySeconds: Double(index) / 4), into: outlet)
        }
        #expect(outlet.batches.map(\.values) == [[177], [177], [177]])
        #expect(outlet.batches.allSatisfy { $0.channel.rawValue == "cadence" })
        #expect(outlet.events.filter { $0 == .batteryNote("good") }.count == 1)
        pod.receive(hex("52 FF FF 00 00 00 80 32"), at: start.advanced(bySeconds: 3), into: outlet)
        #expect(outlet.events.contains(.batteryNote("fair, 2.5 V")))
        pod.receive(hex("50 FF FF 03 7B 00 05 01"), at: start.advanced(bySeconds: 4), into: outlet)
        #expect(pod.identity.maker == "Polar Electro")
    }

    @Test func `a message of another length is a loss`() {
        let outlet = CollectingOutlet()
        var pod = AntFootPod(device: DeviceID(rawValue: "ant-pod-7"), number: 7)
        pod.receive([1, 2, 3], at: start, into: outlet)
        #expect(outlet.losses.map(\.cause) == [.damaged] && outlet.batches.isEmpty)
    }

    @Test func `a sensor is told from one of another kind with the same number`() throws {
        let strap = try #require(AntIdentifier(id: "ant-7"))
        let pod = try #require(AntIdentifier(id: "ant-pod-7"))
        #expect(strap.kind == .heartRate && pod.kind == .footPod && strap.number == pod.number && strap != pod)
        #expect(strap.id == "ant-7" && pod.id == "ant-pod-7")
        #expect(AntIdentifier(id: "ant-pod-0") == nil && AntIdentifier(id: "ant-pod-x") == nil)
        #expect(AntIdentifier(AntSender(number: 7, type: 11)) == nil)
        var sightings = AntSightings()
        var names: [String] = []
        for sensor in [strap, pod, strap] {
            let event = sightings.take(sensor, hex("50 FF FF 03 01 00 05 01"), rssi: -60, at: start)
            if case .found(let device)? = event { names.append("\(device.id) \(device.name ?? "")") }
        }
        #expect(names == ["ant-7 Heart rate strap 7", "ant-pod-7 Foot pod 7"])
        let later = sightings.take(pod, hex("50 FF FF 03 01 00 05 01"), rssi: nil, at: start.advanced(bySeconds: 1))
        guard case .found(let named)? = later else {
            Issue.record("the maker is no news")
            return
        }
        #expect(named.name == "Garmin foot pod 7" && named.profiles == ["ant.foot-pod"] && named.rssi == -60)
    }
}
