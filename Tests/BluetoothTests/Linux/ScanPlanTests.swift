import Testing

@testable import Bluetooth

@Suite struct ScanPlanTests {
    private var plan = ScanPlan()
    private let strap = BluetoothAddress(bits: 0xF1F2_F3F4_F5F6, kind: .random)

    /// Takes the next action, which must be this one, and answers it.
    private mutating func perform(
        _ action: ScanPlan.Action, at seconds: Double, _ status: ManagementStatus = .success, monitor: UInt16? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(plan.next(at: .seconds(seconds)) == action, sourceLocation: location)
        #expect(plan.next(at: .seconds(seconds)) == nil, "the answer is awaited", sourceLocation: location)
        plan.answered(status, monitor: monitor, at: .seconds(seconds))
        if action == .stop { plan.discovering(false, at: .seconds(seconds)) }
    }

    /// Listens, and has had its first window, from 0 to 3 s.
    private mutating func begin() {
        plan.demand = .asking([])
        perform(.listen, at: 0, monitor: 4)
        perform(.start([]), at: 0)
        #expect(plan.isScanning && plan.deadline == .seconds(3))
        perform(.stop, at: 3)
        #expect(plan.isScanning, "listening goes on")
    }

    @Test("an asking scan listens, with a short window at its start and every half minute")
    mutating func windows() {
        begin()
        for second in stride(from: 4.0, to: 33, by: 1) {
            plan.heard(at: .seconds(second))
            #expect(plan.next(at: .seconds(second)) == nil)
        }
        #expect(plan.deadline == .seconds(33))
        perform(.start([]), at: 33)
        #expect(plan.next(at: .seconds(35)) == nil)
        perform(.stop, at: 36)
        #expect(plan.airtime.windows == 2 && plan.airtime.share == 6 / 36)
    }

    @Test("a device that was never heard is asked for its name soon, once")
    mutating func curious() {
        begin()
        plan.heard(strap, answers: false, at: .seconds(4))
        #expect(plan.next(at: .seconds(10)) == nil, "it would not answer")
        plan.heard(BluetoothAddress(bits: 1, kind: .random), answers: true, at: .seconds(11))
        perform(.start([]), at: 11)
        perform(.stop, at: 14)
        plan.heard(BluetoothAddress(bits: 1, kind: .random), answers: true, at: .seconds(15))
        #expect(plan.next(at: .seconds(25)) == nil)
    }

    @Test("a scan never steals from a link: windows are rare while there are links and none while one is made")
    mutating func links() {
        begin()
        plan.carriesLinks = true
        plan.heard(strap, answers: true, at: .seconds(5))
        for second in stride(from: 6.0, to: 33, by: 1) {
            plan.heard(at: .seconds(second))
            #expect(plan.next(at: .seconds(second)) == nil)
        }
        plan.isSettingUp = true
        #expect(plan.next(at: .seconds(34)) == nil)
        plan.isSettingUp = false
        perform(.start([]), at: 34)
        plan.isSettingUp = true
        perform(.stop, at: 35)
        #expect(plan.next(at: .seconds(35)) == nil)
        plan.isSettingUp = false
        // What was cut short is made up for.
        perform(.start([]), at: 36)
        perform(.stop, at: 39)
        for second in stride(from: 40.0, to: 159, by: 1) {
            plan.heard(at: .seconds(second))
            #expect(plan.next(at: .seconds(second)) == nil, "\(second)")
        }
        perform(.start([]), at: 159)
    }

    @Test("a pause for a connection ends the window, and listening goes on")
    mutating func pause() {
        plan.demand = .asking([])
        perform(.listen, at: 0, monitor: 4)
        perform(.start([]), at: 0)
        plan.pausedUntil = .seconds(15)
        perform(.stop, at: 1)
        #expect(plan.isScanning && plan.next(at: .seconds(14)) == nil && plan.deadline == .seconds(15))
        perform(.start([]), at: 15)
    }

    @Test("an end that is told before the answer to its command costs no pause")
    mutating func endFirst() {
        plan.demand = .asking([])
        perform(.listen, at: 0, monitor: 4)
        perform(.start([]), at: 0)
        #expect(plan.next(at: .seconds(3)) == .stop)
        plan.discovering(false, at: .seconds(3))
        plan.answered(.success, monitor: nil, at: .seconds(3))
        plan.begin()
        #expect(plan.next(at: .seconds(3)) == .start([]))
    }

    @Test("somebody else's discovery is used, never stopped")
    mutating func borrowed() {
        plan.demand = .asking([])
        perform(.listen, at: 0, monitor: 4)
        perform(.start([]), at: 0, .busy)
        #expect(plan.isScanning && plan.next(at: .seconds(4)) == nil)
        plan.demand = .nothing
        #expect(plan.next(at: .seconds(5)) == .stopListening(4))
        plan.answered(.success, monitor: nil, at: .seconds(5))
        #expect(plan.next(at: .seconds(6)) == nil && plan.isAtRest)
    }

    @Test(
        "a quiet scan only listens; after 20 s of silence it begins anew, and a window shows whether the controller answers"
    )
    mutating func silence() {
        plan.demand = .listening
        perform(.listen, at: 0, monitor: 4)
        #expect(plan.next(at: .seconds(1)) == nil)
        // A value over a link is a sign of life as well.
        plan.heardOverLink(at: .seconds(10))
        #expect(plan.next(at: .seconds(29)) == nil && plan.deadline == .seconds(30))
        perform(.stopListening(4), at: 30)
        perform(.listen, at: 30, monitor: 5)
        perform(.start([]), at: 30, .silent)
        #expect(plan.next(at: .seconds(31)) == nil)
        perform(.start([]), at: 32)
        perform(.stop, at: 35)
    }

    @Test(
        "while links are heard and no advertisement is, listening begins anew each minute, and no window disturbs them")
    mutating func deafBesideLinks() {
        plan.demand = .listening
        plan.carriesLinks = true
        perform(.listen, at: 0, monitor: 4)
        for second in 1..<60 {
            plan.heardOverLink(at: .seconds(second))
            #expect(plan.next(at: .seconds(second)) == nil)
        }
        perform(.stopListening(4), at: 60)
        perform(.listen, at: 60, monitor: 5)
        #expect(plan.next(at: .seconds(61)) == nil)
    }

    @Test("a monitor that another program took away is set up again at once", arguments: [4, 0] as [UInt16])
    mutating func takenAway(number: UInt16) {
        begin()
        plan.removed(monitor: 9)
        #expect(plan.next(at: .seconds(4)) == nil, "it was another's")
        plan.removed(monitor: number)
        #expect(!plan.isScanning)
        perform(.listen, at: 4, monitor: 5)
        #expect(plan.isScanning)
    }

    @Test("a monitor whose removal failed is removed again", arguments: [0x03, 0x08, 0x0A, 0xFF] as [UInt8])
    mutating func notRemoved(status: UInt8) {
        plan.demand = .listening
        perform(.listen, at: 0, monitor: 4)
        plan.demand = .nothing
        perform(.stopListening(4), at: 1, ManagementStatus(rawValue: status))
        #expect(!plan.isAtRest && plan.deadline == .seconds(3))
        perform(.stopListening(4), at: 3, ManagementStatus(rawValue: 0x0D))
        #expect(plan.isAtRest && plan.deadline == nil, "the kernel has none of that number")
    }

    @Test("an answer that comes after the adapter was switched off and on is not taken for that of the next command")
    mutating func late() {
        plan.demand = .listening
        #expect(plan.next(at: .zero) == .listen)
        let first = plan.number
        plan.reset(at: .seconds(1))
        #expect(plan.next(at: .seconds(1)) == .listen)
        plan.answered(.success, monitor: 4, to: first, at: .seconds(1))
        #expect(plan.next(at: .seconds(1)) == nil, "the answer is awaited")
        plan.answered(.success, monitor: 5, to: plan.number, at: .seconds(1))
        perform(.stopListening(4), at: 1)
        #expect(plan.next(at: .seconds(2)) == nil && plan.isScanning)
        plan.demand = .nothing
        perform(.stopListening(5), at: 3)
        #expect(plan.isAtRest)
    }

    @Test("a monitor that went before its number was told is set up again")
    mutating func takenAwayEarly() {
        plan.demand = .listening
        #expect(plan.next(at: .zero) == .listen)
        plan.removed(monitor: 4)
        plan.answered(.success, monitor: 4, at: .zero)
        #expect(plan.next(at: .zero) == .listen)
        plan.removed(monitor: 0)
        plan.answered(.success, monitor: 4, at: .seconds(1))
        perform(.stopListening(4), at: 1)
        perform(.listen, at: 1, monitor: 5)
    }

    @Test("a kernel that cannot listen has windows only, with pauses", arguments: [0x01, 0x0C, 0x07] as [UInt8])
    mutating func unknown(status: UInt8) {
        plan.demand = .listening
        perform(.listen, at: 0, ManagementStatus(rawValue: status))
        perform(.start([]), at: 3)
        perform(.stop, at: 6)
        #expect(plan.deadline == .seconds(9))
        perform(.start([]), at: 9)
        perform(.stop, at: 12)
        plan.carriesLinks = true
        #expect(plan.next(at: .seconds(26)) == nil)
        perform(.start([]), at: 27)
    }

    @Test("after a refusal it rests")
    mutating func resting() {
        plan.demand = .asking([])
        perform(.listen, at: 0, .notPowered)
        #expect(plan.next(at: .seconds(1)) == nil && plan.deadline == .seconds(2))
        // Whatever keeps it from listening, a window may be open to it, or shows that it hangs.
        perform(.start([]), at: 2, .notPowered)
        perform(.listen, at: 4, monitor: 1)
    }

    @Test("an adapter that was switched off and on begins anew")
    mutating func reset() {
        begin()
        plan.reset(at: .seconds(8))
        perform(.listen, at: 8, monitor: 9)
        // The kernel has kept the one from before.
        perform(.stopListening(4), at: 8)
        perform(.start([]), at: 8)
    }

    @Test("the kernel filters by service only when nobody wants anything else")
    func demands() {
        var strap = ScanFilter()
        strap.services = [BluetoothUUID(0x180D)]
        var named = ScanFilter()
        named.namePrefixes = ["Polar"]
        var quiet = strap
        quiet.isActive = false
        #expect(RadioThread.demand(of: []) == .nothing)
        #expect(RadioThread.demand(of: [strap]) == .asking(strap.services))
        #expect(RadioThread.demand(of: [strap, named]) == .asking([]))
        #expect(RadioThread.demand(of: [quiet]) == .listening)
        #expect(RadioThread.demand(of: [quiet, strap]) == .asking(strap.services))
    }
}
