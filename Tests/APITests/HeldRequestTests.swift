import Accounts
import Devices
import Documents
import Foundation
import Signals
import Store
import TestKit
import Testing

@testable import API
@testable import Gateway

/// Requests whose head was let in and whose body comes when the right to it has ended, and what else outlives a right.
@Suite("Requests that are held back while rights end")
struct HeldRequestTests {
    private static let device = DeviceID(rawValue: "nightjar-synthetic-3")

    private let town: Town
    private let ada: String, ben: String

    init() async throws {
        (town, ada, ben) = try await Town.ofTwo()
    }

    /// A request of which the server has taken the head.
    private func hold(_ method: String, _ path: String, _ body: String, _ token: String) async throws -> Wire {
        let wire = try Wire(port: town.server.addresses[0].port)
        try await wire.send(
            "\(method) /api/v1\(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 100-continue\r\n"
                + "Authorization: Bearer \(token)\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n")
        _ = try await wire.read(until: "100 Continue\r\n\r\n")
        return wire
    }

    private func end(_ wire: Wire, _ body: String) async throws -> String {
        try await wire.send(body)
        return try await wire.readAll()
    }

    @Test("of somebody who is no owner any more change no role, not even their own")
    func demoted() async throws {
        let number = try town.person("ben")
        _ = try town.gateway.accounts.change(number, role: .admin)
        let body = #"{"role":"admin"}"#
        let wire = try await hold("PATCH", "/auth/people/\(number)", body, ben)
        _ = try town.gateway.accounts.change(number, role: .patient)
        #expect(try await end(wire, body).hasPrefix("HTTP/1.1 403"))
        #expect(town.gateway.accounts.account(number)?.role == .patient)
    }

    @Test("of somebody who was deleted leave no row")
    func deleted() async throws {
        let number = try town.person("ben")
        let body = #"{"kind":"reading","title":"late"}"#
        let wire = try await hold("POST", "/sessions", body, ben)
        _ = try await town.gateway.delete(Person.ID(rawValue: number))
        #expect(try await end(wire, body).hasPrefix("HTTP/1.1 401"))
        // Also what was let in before, and comes to the disk after.
        await #expect(throws: (any Error).self) {
            try await town.gateway.store.refuse(true, .heartRate, of: Person.ID(rawValue: number), at: town.clock.now)
        }
        #expect(throws: (any Error).self) { try town.gateway.relay.relay(of: Person.ID(rawValue: number)) }
    }

    @Test("A person is deleted whose wearing of a device begins in the future")
    func futureWearing() async throws {
        let number = Person.ID(rawValue: try town.person("ben"))
        let later = town.clock.now.advanced(bySeconds: 1e9)
        try await town.gateway.household.correct(Self.device, person: number, from: later, to: nil)
        _ = try await town.gateway.delete(number)
        #expect(town.gateway.household.person(number) == nil)
    }

    @Test("Who set the box up stays the owner at this machine, whatever number another owner has")
    func numbers() throws {
        let number = try town.person("ben")
        _ = try town.gateway.accounts.change(number, role: .admin)
        #expect(town.gateway.accounts.owner?.displayName == "ada")
    }
}

/// A box on which a refusal was said before anybody had an account.
@Suite("What was refused before there were accounts")
struct EarlierRefusalTests {
    @Test("holds for those who have none when the first is there")
    func refusal() async throws {
        let town = try Town(sources: [Simulated(seed: 3)])
        let child = try await town.gateway.household.add("Child")
        try await town.gateway.household.wear(
            DeviceID(rawValue: "nightjar-synthetic-3"), person: child.id, since: town.clock.now)
        let answer = try await town.ask("PUT", "/api/v1/consents/heart_rate", #"{"allowed":false}"#)
        #expect(answer.status == 200, "\(answer)")
        #expect(town.gateway.household.refused(by: child.id)[.heartRate] != nil)
        _ = try await town.enter("olga")
        #expect(town.gateway.household.refused(by: child.id)[.heartRate] != nil)
        // The first owner looks after who cannot sign in; whoever has an account speaks for themselves.
        let olga = try #require(town.gateway.accounts.firstOwner)
        #expect(town.gateway.household.decides(Person.ID(rawValue: olga.id), for: child.id))
        #expect(!town.gateway.household.decides(child.id, for: Person.ID(rawValue: olga.id)))
    }
}
