import Bluetooth
import DeviceProfiles
import Signals
import TestKit
import Testing

@testable import Devices

private let first = BluetoothAddress("4A:00:00:00:00:01", kind: .random) ?? BluetoothAddress(bits: 0, kind: .random)
private let second = BluetoothAddress("4A:00:00:00:00:02", kind: .random) ?? BluetoothAddress(bits: 0, kind: .random)
private let third = BluetoothAddress("4A:00:00:00:00:03", kind: .random) ?? BluetoothAddress(bits: 0, kind: .random)
private let heart = BluetoothUUID(0x2A37)

private func advert(_ address: BluetoothAddress, at seconds: Double, name: String? = "Lab Strap") -> Advertisement {
    Advertisement(
        address: address, received: Instant(nanoseconds: 0).advanced(bySeconds: seconds), name: name,
        services: [BluetoothUUID(0x180D)])
}

/// A device that changes its address and is not paired.
@Suite(.timeLimit(.minutes(2)))
struct AddressChangesTests {
    private let start = Instant(nanoseconds: 0)

    private func following(consent: Bool) -> AddressChanges {
        let changes = AddressChanges()
        changes.follow(first, name: "Lab Strap", hasConsent: consent, at: start)
        return changes
    }

    @Test func `a new address counts once the old one is silent, and only under the same name`() {
        let changes = following(consent: true)
        // Not told as a device of its own meanwhile, and not taken for the known one yet.
        #expect(changes.hear(advert(second, at: 1)) == .candidate && changes.target(of: first) == (first, false))
        #expect(changes.hear(advert(first, at: 2)) == .other)
        #expect(changes.hear(advert(second, at: 8, name: "Another")) == .other)
        #expect(changes.hear(advert(second, at: 8, name: nil)) == .other)
        #expect(changes.hear(advert(second, at: 8)) == .candidate)
        #expect(changes.target(of: first) == (second, true))
        changes.settle(first, candidate: second, isSame: true, at: start.advanced(bySeconds: 9))
        #expect(changes.hear(advert(second, at: 10)) == .known(first) && changes.target(of: first) == (second, false))
    }

    @Test func `one whose serial number is another is left alone from then on`() {
        let changes = following(consent: true)
        #expect(changes.hear(advert(second, at: 8)) == .candidate)
        changes.settle(first, candidate: second, isSame: false, at: start.advanced(bySeconds: 9))
        #expect(changes.hear(advert(second, at: 20)) == .other && changes.target(of: first) == (first, false))
    }

    @Test func `a look-alike that was heard once gives way to the device where it always was`() {
        let changes = following(consent: true)
        #expect(changes.hear(advert(second, at: 8)) == .candidate && changes.target(of: first).isCandidate)
        #expect(changes.hear(advert(first, at: 9)) == .other && changes.target(of: first) == (first, false))
    }

    @Test func `of two look-alikes one after the other is asked, each for a while`() {
        let changes = following(consent: true)
        #expect(changes.hear(advert(second, at: 8)) == .candidate)
        for seconds in 9..<38 {
            #expect(changes.hear(advert(third, at: Double(seconds))) == .candidate)
            #expect(changes.target(of: first) == (second, true), "it has its time")
        }
        #expect(changes.hear(advert(third, at: 38)) == .candidate && changes.target(of: first) == (third, true))
        #expect(changes.hear(advert(second, at: 39)) == .other, "it was not to be asked")
        #expect(changes.hear(advert(third, at: 70)) == .other && changes.target(of: first) == (first, false))
        #expect(changes.hear(advert(second, at: 400)) == .candidate, "that is no verdict for ever")
    }

    @Test func `one that turns out to be the same after it was given up is the same`() {
        let changes = following(consent: true)
        _ = changes.hear(advert(second, at: 8))
        _ = changes.hear(advert(first, at: 9))
        changes.settle(first, candidate: second, isSame: true, at: start.advanced(bySeconds: 10))
        #expect(changes.target(of: first) == (second, false))
    }

    @Test func `without consent nobody is asked, and what looks alike is told`() {
        let changes = following(consent: false)
        #expect(changes.hear(advert(second, at: 8)) == .lookalike("Lab Strap"))
        #expect(changes.target(of: first) == (first, false))
        changes.setLinked(first, true, at: start.advanced(bySeconds: 9))
        #expect(changes.hear(advert(second, at: 60)) == .other, "it is connected: another device")
        changes.forget(first)
        #expect(changes.hear(advert(second, at: 90)) == .other)
    }

    @Test func `an address that stays is never followed`() {
        let changes = AddressChanges()
        let fixed = BluetoothAddress(bits: 0xF100_0000_0001, kind: .random)
        changes.follow(fixed, name: "Lab Strap", hasConsent: true, at: start)
        #expect(changes.hear(advert(second, at: 60)) == .other)
        #expect(!BluetoothAddress(bits: 0x4A00_0000_0001, kind: .public).changes)
    }

    /// A session with a strap that has left its first address, whose serial number is `serial`.
    private func session(serial: String, hasLeft: Bool = true) throws -> (
        ScriptedCentral, ManualClock, AddressChanges, ProfiledSession
    ) {
        let clock = ManualClock()
        let central = ScriptedCentral(clock: clock, ScriptedH10.offer)
        central.set(BluetoothUUID(0x2A25), Array(serial.utf8))
        if hasLeft { central.leave(first) }
        let profile = try #require(ProfileLibrary(folders: []).profile("sig.heart-rate"))
        var choices = DeviceChoices()
        choices.settings = ["known_serial": "LAB0001"]
        var session = try ProfiledSession(
            device: Sightings.description(
                profile, try SettingValues(profile, choices: choices.settings), first, name: "Lab Strap"),
            address: first, profile: profile, choices: choices, central: central, clock: clock)
        let changes = AddressChanges()
        session.changes = changes
        return (central, clock, changes, session)
    }

    private func hear(_ changes: AddressChanges, _ clock: ManualClock) -> AddressChanges.Finding {
        var heard = advert(second, at: 0)
        heard.received = clock.now.advanced(bySeconds: 6)
        return changes.hear(heard)
    }

    /// The link over the second address, once it was heard and tried.
    private func met(_ central: ScriptedCentral, _ clock: ManualClock, _ changes: AddressChanges) async throws
        -> ScriptedPeripheral
    {
        // On a busy machine the link may be up, and the candidate with it gone, before this looks.
        while !changes.target(of: first).isCandidate, central.links.isEmpty {
            _ = hear(changes, clock)
            try await Task.sleep(for: .milliseconds(1))
        }
        while central.links.isEmpty {
            clock.advance(bySeconds: 1)
            try await Task.sleep(for: .milliseconds(2))
        }
        return await central.link()
    }

    @Test func `a strap with the number that its owner entered goes on under its new address`() async throws {
        let (central, clock, changes, session) = try session(serial: "LAB0001")
        let outlet = CollectingOutlet()
        let task = Task { try await session.run(delivering: outlet) }
        let link = try await met(central, clock, changes)
        await link.subscribed(to: heart)
        link.send(hex("10 3b 53 04"), from: heart)
        while outlet.beats.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        #expect(link.address == second && changes.target(of: first) == (second, false))
        task.cancel()
        _ = await task.result
    }

    @Test func `a strap of another number is told nothing and its name and battery are not taken`() async throws {
        let (central, clock, changes, session) = try session(serial: "OTHER")
        let outlet = CollectingOutlet()
        let task = Task { try await session.run(delivering: outlet) }
        let link = try await met(central, clock, changes)
        while link.isUp { try await Task.sleep(for: .milliseconds(1)) }
        #expect(link.subscriptions.isEmpty && link.writes.isEmpty)
        #expect(!outlet.events.contains { if case .identified = $0 { true } else { false } })
        while changes.target(of: first) != (first, false) { try await Task.sleep(for: .milliseconds(1)) }
        #expect(hear(changes, clock) == .other)
        task.cancel()
        _ = await task.result
    }

    @Test func `a look-alike that cannot be connected makes room for the known address`() async throws {
        let (central, clock, changes, session) = try session(serial: "LAB0001")
        central.leave(second)
        let task = Task { try await session.run(delivering: CollectingOutlet()) }
        while !changes.target(of: first).isCandidate {
            _ = hear(changes, clock)
            try await Task.sleep(for: .milliseconds(1))
        }
        for _ in 0..<200 where changes.target(of: first).isCandidate {
            clock.advance(bySeconds: 1)
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(changes.target(of: first) == (first, false) && central.links.isEmpty)
        task.cancel()
        _ = await task.result
    }

    @Test func `a device at the known address that says another number is not used`() async throws {
        for (serial, isUsed) in [("OTHER", false), ("LAB0001", true), ("", true)] {
            let (central, clock, _, session) = try session(serial: serial, hasLeft: false)
            let outlet = CollectingOutlet()
            let task = Task { try await session.run(delivering: outlet) }
            for _ in 0..<50 where central.links.isEmpty {
                clock.advance(bySeconds: 1)
                try await Task.sleep(for: .milliseconds(2))
            }
            let link = await central.link()
            if isUsed {
                await link.subscribed(to: heart)
                #expect(link.isUp)
            } else {
                while link.isUp { try await Task.sleep(for: .milliseconds(1)) }
                #expect(link.subscriptions.isEmpty && link.writes.isEmpty)
                #expect(outlet.batches.isEmpty && outlet.beats.isEmpty)
            }
            task.cancel()
            _ = await task.result
        }
    }
}
