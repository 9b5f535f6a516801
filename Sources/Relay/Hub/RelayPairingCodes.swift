import CSodium

/// The code that one side shows and the other enters: six digits, one at a time, two minutes, five attempts. Times are
/// seconds of the monotonic clock.
struct RelayPairingCodes {
    static let prefix = "w-"
    static let lifetime = 120.0
    static let attempts = 5
    /// Attempts a minute, over all codes.
    static let attemptsPerMinute = 10

    private var code: (digits: String, until: Double, left: Int)?
    private var lately: [Double] = []

    /// Makes a new code, in place of the one before.
    mutating func offer(now: Double) -> String {
        let number = Int.random(in: 0..<1_000_000)
        let digits = String(repeating: "0", count: 6 - "\(number)".utf8.count) + "\(number)"
        code = (digits, now + Self.lifetime, Self.attempts)
        return digits
    }

    enum Claim: Hashable { case right, wrong(left: Int), none, tooMany }

    /// Whether `digits` is the code; a right one is used up.
    mutating func claim(_ digits: String, now: Double) -> Claim {
        lately.removeAll { $0 <= now - 60 }
        guard lately.count < Self.attemptsPerMinute else { return .tooMany }
        lately.append(now)
        guard var code, code.until > now else {
            self.code = nil
            return .none
        }
        if RelayToken.isEqual(Array(code.digits.utf8), Array(digits.utf8)) {
            self.code = nil
            return .right
        }
        code.left -= 1
        self.code = code.left > 0 ? code : nil
        return .wrong(left: code.left)
    }
}

/// The token that a paired watch sends when it connects.
enum RelayToken {
    /// 256 random bits in hex.
    static func random() -> String { (0..<4).map { _ in RelayID.random() }.joined() }

    /// BLAKE2b-256 in hex: the token itself is not kept.
    static func hash(_ token: String) -> String {
        var hash = [UInt8](repeating: 0, count: 32)
        let bytes = Array(token.utf8)
        _ = crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
        return hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static func matches(_ token: String, hash: String) -> Bool {
        isEqual(Array(Self.hash(token).utf8), Array(hash.utf8))
    }

    /// Takes as long for any two texts of the same length.
    static func isEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && sodium_memcmp(a, b, a.count) == 0
    }
}
