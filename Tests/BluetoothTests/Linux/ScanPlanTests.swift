import Testing

@testable import Bluetooth

@Suite struct ScanPlanTests {
    private var plan = ScanPlan()

    @Test("an asking scan is begun anew every few seconds, so that known devices are heard again")
    mutating func refresh() {
        plan.demand = .asking([])
        #expect(plan.next(at: .seconds(0)) == .start([]))
        #expect(plan.next(at: .seconds(1)) == nil, "the answer is awaited")
        plan.answered(.success, monitor: nil, at: .seconds(1))
        #expect(plan.isScanning && plan.deadline == .seconds(6))
        #expect(plan.next(at: .seconds(5)) == nil)
        #expect(plan.next(at: .seconds(6)) == .stop)
        plan.answered(.success, monitor: nil, at: .seconds(6))
        #expect(plan.next(at: .seconds(6)) == nil, "its end is awaited")
        plan.discovering(false, at: .seconds(6))
        #expect(plan.next(at: .seconds(6)) == .start([]))
    }

    @Test("an end that is told before the answer to its command costs no pause")
    mutating func endFirst() {
        plan.demand = .asking([])
        _ = plan.next(at: .zero)
        plan.answered(.success, monitor: nil, at: .zero)
        #expect(plan.next(at: .seconds(5)) == .stop)
        plan.discovering(false, at: .seconds(5))
        plan.answered(.success, monitor: nil, at: .seconds(5))
        #expect(plan.next(at: .seconds(5)) == .start([]))
        plan.answered(.success, monitor: nil, at: .seconds(5))
        #expect(plan.next(at: .seconds(10)) == .stop)
        plan.answered(.success, monitor: nil, at: .seconds(10))
        #expect(plan.next(at: .seconds(10)) == nil)
    }

    @Test("a discovery that the kernel ended by itself is begun anew")
    mutating func ended() {
        plan.demand = .asking([])
        _ = plan.next(at: .zero)
        plan.answered(.success, monitor: nil, at: .zero)
        plan.discovering(false, at: .seconds(1))
        #expect(plan.next(at: .seconds(1)) == .start([]))
    }

    @Test("somebody else's discovery is used, never stopped, and taken over when it ends")
    mutating func borrowed() {
        plan.demand = .asking([])
        _ = plan.next(at: .zero)
        plan.answered(.busy, monitor: nil, at: .zero)
        #expect(plan.isScanning && plan.next(at: .seconds(4)) == nil)
        plan.discovering(false, at: .seconds(4))
        #expect(plan.next(at: .seconds(4)) == .start([]))
        plan.answered(.busy, monitor: nil, at: .seconds(4))
        plan.demand = .nothing
        #expect(plan.next(at: .seconds(5)) == nil && !plan.isScanning)
    }

    @Test("listening runs on while something is heard, and is begun anew after 90 s of silence")
    mutating func listening() {
        plan.demand = .listening
        #expect(plan.next(at: .zero) == .listen)
        plan.answered(.success, monitor: 4, at: .zero)
        plan.heard(at: .seconds(60))
        #expect(plan.next(at: .seconds(149)) == nil && plan.deadline == .seconds(150))
        #expect(plan.next(at: .seconds(150)) == .stopListening(4))
        plan.answered(.success, monitor: nil, at: .seconds(150))
        #expect(plan.next(at: .seconds(150)) == .listen)
    }

    @Test("a kernel that cannot listen asks instead")
    mutating func unknown() {
        plan.demand = .listening
        _ = plan.next(at: .zero)
        plan.answered(.unknownCommand, monitor: nil, at: .zero)
        #expect(plan.next(at: .zero) == .start([]))
        plan.answered(.success, monitor: nil, at: .zero)
        #expect(plan.next(at: .seconds(1)) == nil && plan.next(at: .seconds(5)) == .stop)
    }

    @Test("after a refusal it rests, and a pause for a connection ends what runs")
    mutating func resting() {
        plan.demand = .asking([])
        _ = plan.next(at: .zero)
        plan.answered(.notPowered, monitor: nil, at: .zero)
        #expect(plan.next(at: .seconds(1)) == nil && plan.deadline == .seconds(2))
        #expect(plan.next(at: .seconds(2)) == .start([]))
        plan.answered(.success, monitor: nil, at: .seconds(2))
        plan.pausedUntil = .seconds(20)
        #expect(plan.next(at: .seconds(3)) == .stop)
        plan.answered(.success, monitor: nil, at: .seconds(3))
        plan.discovering(false, at: .seconds(3))
        #expect(plan.next(at: .seconds(4)) == nil && plan.deadline == .seconds(20))
        #expect(plan.next(at: .seconds(20)) == .start([]))
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
