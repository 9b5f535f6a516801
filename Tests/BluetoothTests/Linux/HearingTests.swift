import Runtime
import Signals
import Synchronization
import Testing

@testable import Bluetooth

/// Which adapter connects: a plain rule over what was heard.
@Suite struct HearingTests {
    private let strap = BluetoothAddress(bits: 0xF1F2_F3F4_F5F6, kind: .random)

    private func candidates(bond: UInt16? = nil, links: [Int] = [0, 0]) -> [Hearing.Candidate] {
        [0, 1].map { .init(adapter: $0, links: links[Int($0)], hasBond: $0 == bond) }
    }

    private func heard(_ strengths: [Int], for seconds: Int = 10, in hearing: inout Hearing, from start: Int = 0) {
        for second in start..<start + seconds {
            for (adapter, strength) in strengths.enumerated() {
                hearing.heard(
                    strap, by: UInt16(adapter), rssi: strength, isConnectable: true, at: .seconds(second))
            }
        }
    }

    @Test("the adapter that hears a device best is the first, and the other the next")
    func best() {
        var hearing = Hearing()
        heard([-80, -50], in: &hearing)
        #expect(hearing.order(candidates(), for: strap, at: .seconds(10)) == [1, 0])
        #expect(
            hearing.order(candidates(), for: strap, at: .seconds(200)) == [0, 1], "what was heard long ago is forgotten"
        )
    }

    @Test("unheard, or heard alike, the one with fewer links is the first")
    func links() {
        var hearing = Hearing()
        #expect(hearing.order(candidates(links: [2, 1]), for: strap, at: .zero) == [1, 0])
        heard([-50, -52], in: &hearing)
        #expect(hearing.order(candidates(links: [2, 1]), for: strap, at: .seconds(10)) == [1, 0])
        #expect(hearing.order(candidates(), for: strap, at: .seconds(10)) == [0, 1])
    }

    @Test("the adapter with the bond is the first, unless it does not hear what another hears")
    func bond() {
        var hearing = Hearing()
        heard([-50, -80], in: &hearing)
        #expect(hearing.order(candidates(bond: 1), for: strap, at: .seconds(10)) == [1, 0])
        var other = Hearing()
        other.heard(strap, by: 0, rssi: -50, isConnectable: true, at: .seconds(1))
        #expect(other.order(candidates(bond: 1), for: strap, at: .seconds(2)) == [0, 1])
        #expect(Hearing().order(candidates(bond: 1), for: strap, at: .seconds(2)) == [1, 0], "heard by none")
    }

    @Test("a device stays with the adapter that carried it until another hears it better by eight decibels")
    func hysteresis() {
        var hearing = Hearing()
        heard([-60, -62], in: &hearing)
        hearing.linked(strap, by: 1)
        var carriers: [UInt16] = []
        // Strengths swing by six decibels, now for the one and now for the other.
        for turn in 0..<20 {
            heard(turn.isMultiple(of: 2) ? [-57, -63] : [-63, -57], in: &hearing, from: 10 + turn * 10)
            let first = hearing.order(candidates(), for: strap, at: .seconds(20 + turn * 10))[0]
            hearing.linked(strap, by: first)
            carriers.append(first)
        }
        #expect(Set(carriers) == [1], "no going back and forth")
        heard([-50, -75], in: &hearing, from: 300)
        #expect(hearing.order(candidates(), for: strap, at: .seconds(310))[0] == 0)
    }

    @Test(
        "a link that is being made is outdone by eight decibels, not by less, by no adapter without the bond, and by itself never"
    )
    func outdone() {
        var hearing = Hearing()
        heard([-60, -50], in: &hearing)
        hearing.linked(strap, by: 1)
        func isOutdone(_ adapter: UInt16, bond: UInt16? = nil, at second: Int) -> Bool {
            hearing.isOutdone(adapter, among: candidates(bond: bond), for: strap, at: .seconds(second))
        }
        #expect(!isOutdone(1, at: 10) && isOutdone(0, at: 10))
        heard([-44, -50], for: 40, in: &hearing, from: 10)
        #expect(!isOutdone(1, at: 50), "six decibels")
        // The adapter that makes the link hears nothing meanwhile.
        for second in 50..<60 { hearing.heard(strap, by: 0, rssi: -40, isConnectable: false, at: .seconds(second)) }
        #expect(isOutdone(1, at: 60) && !isOutdone(0, at: 60))
        #expect(!isOutdone(1, bond: 1, at: 60))
        #expect(!Hearing().isOutdone(1, among: candidates(), for: strap, at: .zero), "unheard")
    }

    @Test("a device that is heard and takes no connection any more is held by somebody else; a tag never is")
    func held() {
        var hearing = Hearing()
        hearing.heard(strap, by: 0, rssi: -60, isConnectable: false, at: .seconds(1))
        #expect(!hearing.isHeldElsewhere(strap, at: .seconds(2)), "a tag that never took any")
        hearing.heard(strap, by: 0, rssi: -60, isConnectable: true, at: .seconds(3))
        hearing.heard(strap, by: 0, rssi: -60, isConnectable: false, at: .seconds(4))
        #expect(!hearing.isHeldElsewhere(strap, at: .seconds(4)), "both kinds at once")
        hearing.heard(strap, by: 0, rssi: -60, isConnectable: false, at: .seconds(10))
        #expect(hearing.isHeldElsewhere(strap, at: .seconds(11)))
        #expect(!hearing.isHeldElsewhere(strap, at: .seconds(40)), "not heard any more")
        hearing.heard(strap, by: 1, rssi: -60, isConnectable: true, at: .seconds(41))
        #expect(!hearing.isHeldElsewhere(strap, at: .seconds(41)))
    }

    @Test("a device that our own link held is held by nobody else, while the link stands and when it has ended")
    func heldByUs() {
        var hearing = Hearing()
        hearing.heard(strap, by: 0, rssi: -60, isConnectable: true, at: .seconds(1))
        hearing.linked(strap, by: 0)
        for second in 2..<60 {
            hearing.heard(strap, by: 0, rssi: -60, isConnectable: false, isLinked: true, at: .seconds(second))
            #expect(!hearing.isHeldElsewhere(strap, at: .seconds(second)))
        }
        hearing.unlinked(strap, at: .seconds(60))
        // It may go on for a moment.
        hearing.heard(strap, by: 0, rssi: -60, isConnectable: false, at: .seconds(61))
        #expect(!hearing.isHeldElsewhere(strap, at: .seconds(61)))
        hearing.heard(strap, by: 0, rssi: -60, isConnectable: false, at: .seconds(70))
        #expect(hearing.isHeldElsewhere(strap, at: .seconds(70)), "a phone was faster")
    }

    @Test("a device that took connections long ago is not said to be held")
    func longAgo() {
        var hearing = Hearing()
        hearing.heard(strap, by: 0, rssi: -60, isConnectable: true, at: .seconds(1))
        hearing.heard(strap, by: 0, rssi: -60, isConnectable: false, at: .seconds(3000))
        #expect(hearing.isHeldElsewhere(strap, at: .seconds(3001)))
        hearing.heard(strap, by: 0, rssi: -60, isConnectable: false, at: .seconds(3700))
        #expect(!hearing.isHeldElsewhere(strap, at: .seconds(3701)))
    }

    @Test("a crowd of passing addresses is forgotten, and who carried a link is not")
    func bounded() {
        var hearing = Hearing()
        hearing.heard(strap, by: 1, rssi: -127, isConnectable: true, at: .zero)
        hearing.linked(strap, by: 1)
        for number in 0..<5_000 {
            hearing.heard(
                BluetoothAddress(bits: UInt64(number), kind: .random), by: 0, rssi: .max, isConnectable: true,
                at: .seconds(100 + number))
        }
        hearing.heard(strap, by: 0, rssi: -60, isConnectable: true, at: .seconds(5_100))
        hearing.heard(strap, by: 1, rssi: -64, isConnectable: true, at: .seconds(5_100))
        #expect(hearing.order(candidates(), for: strap, at: .seconds(5_100))[0] == 1)
    }

    @Test("connecting a device that takes no connection any more tells that somebody else holds it")
    func told() async throws {
        let kernel = ScriptedKernel([.pending])
        let thread = try RadioThread(
            system: kernel.system, clock: VirtualClock(start: Instant(nanoseconds: 0)),
            server: GATTServer(name: "Nightjar", zone: .utc), keys: nil)
        let heard = Mutex(0)
        let scanning = Task { try await thread.scan(ScanFilter()) { _ in heard.withLock { $0 += 1 } } }
        try await kernel.waitForCommand(0x0023)
        let address: [UInt8] = [0xF6, 0xF5, 0xF4, 0xF3, 0xF2, 0xF1, 2]
        kernel.tell(0x0012, 0, address + [0xCE, 0, 0, 0, 0, 3, 0, 2, 1, 6])
        try await eventually { heard.withLock(\.self) == 1 }
        kernel.pass(.seconds(6))
        kernel.tell(0x0012, 0, address + [0xCE, 4, 0, 0, 0, 3, 0, 2, 1, 6])
        try await eventually { heard.withLock(\.self) == 2 }
        let failure = try await #require(throws: Failure.self) {
            try await thread.connect(to: strap, options: .init()) { _ in }
        }
        #expect(failure.message.contains("held by a phone or another program"))
        #expect(kernel.tries == 0)
        scanning.cancel()
        _ = await scanning.result
    }

    @Test("a link that waits for its device is made with another adapter that hears it better by now")
    func movesOver() async throws {
        let kernel = ScriptedKernel([.pending, .up(ScriptedPeer())])
        kernel.plug(1)
        let thread = try RadioThread(
            system: kernel.system, clock: VirtualClock(start: Instant(nanoseconds: 0)),
            server: GATTServer(name: "Nightjar", zone: .utc), keys: nil)
        let heard = Mutex(0)
        let scanning = Task { try await thread.scan(ScanFilter()) { _ in heard.withLock { $0 += 1 } } }
        try await kernel.waitForCommand(0x0023, count: 2)
        func tell(_ strengths: [UInt16: Int8]) {
            for (adapter, strength) in strengths {
                let address: [UInt8] = [0xF6, 0xF5, 0xF4, 0xF3, 0xF2, 0xF1, 2]
                kernel.tell(
                    0x0012, adapter, address + [UInt8(bitPattern: strength), 0, 0, 0, 0, 3, 0, 2, 1, 6])
            }
        }
        tell([0: -60, 1: -64])
        try await eventually { heard.withLock(\.self) == 2 }
        let strap = strap
        let connecting = Task { try await thread.connect(to: strap, options: .init()) { _ in } }
        try await eventually { kernel.tries == 1 }
        for _ in 0..<8 { tell([1: -40]) }
        _ = try await connecting.value
        #expect(kernel.adaptersUsed.map { $0.bits & 0xFF } == [0, 1])
        try await kernel.waitUntilClosed()
        scanning.cancel()
        _ = await scanning.result
    }
}
