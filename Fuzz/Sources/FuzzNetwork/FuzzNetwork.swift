import Accounts
import Fuzzing
import Glibc

/// Fuzzes what comes from the network before anybody is believed. The first byte of an input says which: even, a
/// multicast DNS message; odd, a signed web token.
@main
enum FuzzNetwork {
    static func main() {
        if var seeds = SeedFolder() { return save(&seeds) }
        exit(Fuzzer.run(testNetwork))
    }
}

/// One input.
private func testNetwork(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let mode = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    if mode & 1 == 0 { checkMessage(rest) } else { checkToken(rest) }
    return 0
}

private let addresses: [[UInt8]] = [[192, 168, 1, 20], [10, 0, 0, 2]]
private let responder = MulticastDNS(name: "nightjar.local", addresses: addresses)

/// A name that is asked for or held meets the message: at most one thing is to be done, an answer never calls forth
/// another one, and the machine goes on.
private func checkMessage(_ message: [UInt8]) {
    for steps in [0, 2, 8] {
        var claim = NameClaim(names: ["nightjar.local", "box.local"], networks: [2: addresses], now: 0, delay: 0)
        for step in 0..<steps { _ = claim.advance(to: Double(step)) }
        let now = Double(steps)
        let told = claim.received(message, on: 2, now: now)
        precondition(told.count <= 1, "one message calls forth much")
        let isResponse = message.count > 2 && message[2] & 0x80 != 0
        precondition(!isResponse || !told.contains(.announce), "an answer is answered")
        let own = claim.received(responder.announcement, on: 2, now: now)
        precondition(own.isEmpty || told != [], "its own word moves it")
        for step in 1..<8 { _ = claim.advance(to: now + Double(step)) }
    }
}

/// What is signed is what was sent, but for the signature.
private func checkToken(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let token = WebToken(text) else { return }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    precondition(parts.count == 3 && token.signed == Array("\(parts[0]).\(parts[1])".utf8))
    precondition(token.signature.count <= text.utf8.count)
}

private func save(_ seeds: inout SeedFolder) {
    let question: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    let name: [UInt8] = [8] + Array("nightjar".utf8) + [5] + Array("local".utf8) + [0]
    seeds.save([0] + question + name + [0, 1, 0, 1])
    seeds.save([0] + question + name + [0, 255, 0x80, 1])
    // Two questions, the second one's name by a pointer to the first.
    var two = question
    two[5] = 2
    seeds.save([0] + two + name + [0, 28, 0, 1, 0xC0, 12, 0, 1, 0, 1])
    seeds.save([0] + responder.announcement)
    seeds.save([1] + Array("eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJhIiwiZXhwIjoxLjVlM30.AAEC-_8".utf8))
    seeds.save([1] + Array("e30.e30.".utf8))
}
