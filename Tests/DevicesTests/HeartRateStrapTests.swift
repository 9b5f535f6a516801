import Devices
import Signals
import Testing

@Suite("Heart rate strap")
struct HeartRateStrapTests {
    private static let start = Instant(nanoseconds: 1_700_000_000_000_000_000)
    private static func at(_ seconds: Double) -> Instant { start.advanced(bySeconds: seconds) }

    private let outlet = CollectingOutlet()
    private var strap = HeartRateStrap(device: DeviceID(rawValue: "strap-1"))

    @Test("hands on link, contact, beats, heart rate and energy of a notification") mutating func notification() {
        strap.receive([0x1E, 60, 0x10, 0x00, 0x00, 0x04], at: Self.at(0), into: outlet)
        #expect(outlet.events == [.link(.streaming), .contact(true)])
        #expect(outlet.beats == [Beat(time: Self.at(0), rr: 1000, isProvisional: true)])
        #expect(outlet.batches.map(\.channel) == [.heartRate, .energy])
        #expect(outlet.batches.map(\.values) == [[60], [16]])
        #expect(
            outlet.batches.allSatisfy { $0.times == .stamped([Self.at(0).nanoseconds]) && $0.received == Self.at(0) })
    }

    @Test("gives no heart rate for 0, which means no reading") mutating func noReading() {
        strap.receive([0x00, 0], at: Self.at(0), into: outlet)
        #expect(outlet.batches.isEmpty)
        #expect(outlet.events == [.link(.streaming), .contact(nil)])
    }

    @Test("counts a notification that cannot be decoded and goes on") mutating func damaged() {
        strap.receive([0x01, 60], at: Self.at(0), into: outlet)
        strap.receive([0x10, 60, 0x00, 0x04], at: Self.at(1), into: outlet)
        #expect(outlet.losses.map(\.cause) == [.damaged])
        #expect(outlet.losses.first?.detail.contains("byte 1") == true)
        #expect(outlet.beats.count == 1)
    }

    @Test("counts bytes that belong to no field") mutating func surplus() {
        strap.receive([0x10, 60, 0x00, 0x04, 0x01], at: Self.at(0), into: outlet)
        #expect(outlet.losses.map(\.cause) == [.damaged])
        #expect(outlet.beats.count == 1)
    }

    @Test("takes no beats without skin contact and tells how long it was lost") mutating func contactLost() {
        for second in 0..<5 { strap.receive([0x16, 60, 0x00, 0x04], at: Self.at(Double(second)), into: outlet) }
        for second in 5..<9 { strap.receive([0x14, 0, 0x00, 0x04], at: Self.at(Double(second)), into: outlet) }
        for second in 9..<12 { strap.receive([0x16, 60, 0x00, 0x04], at: Self.at(Double(second)), into: outlet) }
        #expect(outlet.beats.count == 8)
        #expect(outlet.beats[5].label == .afterGap)
        #expect(outlet.losses.map(\.cause) == [.noContact])
        #expect(outlet.losses.first?.count == 4)
        #expect(
            outlet.events.filter { if case .contact = $0 { true } else { false } }
                == [.contact(true), .contact(false), .contact(true)])
    }

    @Test("breaks the chain of beats when the link is gone, and streams after it") mutating func disconnected() {
        strap.receive([0x10, 60, 0x00, 0x04], at: Self.at(0), into: outlet)
        strap.disconnect(reason: "out of range", at: Self.at(1), into: outlet)
        strap.receive([0x10, 60, 0x00, 0x04], at: Self.at(30), into: outlet)
        #expect(outlet.links == ["streaming", "gone", "streaming"])
        #expect(outlet.beats.map(\.label) == [.normal, .afterGap])
    }

    @Test("gives out what was held back before it tells of a step of the clock") mutating func heldBeforeStep() {
        for second in 0..<10 { strap.receive([0x10, 60, 0x00, 0x04], at: Self.at(Double(second)), into: outlet) }
        // Three seconds late: held back until the next one, which comes an hour earlier.
        strap.receive([0x10, 60, 0x10, 0x04], at: Self.at(13), into: outlet)
        #expect(outlet.beats.count == 10)
        strap.receive([0x10, 60, 0x20, 0x04], at: Self.at(-3600), into: outlet)
        #expect(outlet.beatArrivals.count == 12)
        #expect(outlet.beats[10].time == Self.at(13))
        #expect(outlet.beats[11].time == Self.at(-3600))
        #expect(outlet.losses.map(\.cause) == [.gap, .clockStep])
    }

    @Test("survives any bytes at any time") mutating func anyBytes() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...22, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let time = [Int64.min, .max, 0, Int64.random(in: .min ... .max, using: &random)].randomElement(
                using: &random)
            strap.receive(bytes, at: Instant(nanoseconds: time ?? 0), into: outlet)
        }
        #expect(outlet.links.first == "streaming")
    }
}
