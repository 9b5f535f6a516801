import Documents
import Foundation
import Runtime
import Signals
import Synchronization
import TestKit
import Testing

@testable import Accounts

@Suite("ID tokens from elsewhere")
struct OpenIDTests {
    /// RFC 7515 appendix A.2: the public key and what it signed.
    private static let rsa = """
        {"keys":[{"kty":"RSA","kid":"a2","e":"AQAB","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddx\
        HmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63k\
        paSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-D\
        WNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"}]}
        """
    private static let rsaToken =
        "eyJhbGciOiJSUzI1NiJ9"
        + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        + ".cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1"
        + "dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwu"
        + "sC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
    /// Appendix A.3.
    private static let curve = """
        {"keys":[{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",\
        "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}
        """
    private static let curveToken =
        "eyJhbGciOiJFUzI1NiJ9"
        + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        + ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"

    @Test("believes the tokens of RFC 7515 A.2 and A.3, none with a flipped bit, and none by the other's algorithm")
    func vectors() throws {
        let rsa = try #require(JSONWebKey.set(Array(Self.rsa.utf8))?.first)
        let curve = try #require(JSONWebKey.set(Array(Self.curve.utf8))?.first)
        for (key, text, other) in [(rsa, Self.rsaToken, curve), (curve, Self.curveToken, rsa)] {
            let token = try #require(WebToken(text))
            #expect(key.hasSigned(token))
            #expect(!other.hasSigned(token))
            var letters = Array(text)
            letters[text.count - 20] = letters[text.count - 20] == "A" ? "B" : "A"
            #expect(WebToken(String(letters)).map(key.hasSigned) != true)
            // The public key as the secret of HS256, as an attacker would have it (RFC 8725 section 2.1).
            let head = Base64.url.encode(Array(#"{"alg":"HS256"}"#.utf8))
            let signed = "\(head).\(text.split(separator: ".")[1])"
            let code = SigningKey(secret: Array(Self.rsa.utf8)).code(Array(signed.utf8))
            #expect(!key.hasSigned(try #require(WebToken("\(signed).\(Base64.url.encode(code))"))))
        }
    }

    /// A provider whose key openssl made and whose tokens openssl signs.
    private struct Signer {
        let folder: TemporaryPlace
        let keys: [UInt8]

        init() throws {
            folder = try TemporaryPlace()
            try Self.run("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out \(folder.path)/key.pem")
            let modulus = try Self.run("rsa -in \(folder.path)/key.pem -noout -modulus").dropFirst(8)
            let digits = Array(modulus.filter(\.isHexDigit))
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            }
            keys = Array(
                #"{"keys":[{"kty":"RSA","kid":"k1","use":"sig","e":"AQAB","n":"\#(Base64.url.encode(bytes))"}]}"#.utf8)
        }

        @discardableResult
        static func run(_ line: String) throws -> String {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
            process.arguments = line.split(separator: " ").map(String.init)
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            try process.run()
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: data, as: UTF8.self)
        }

        func token(_ claims: [String: JSONValue], kid: String = "k1") throws -> String {
            let head = Base64.url.encode(JSONValue.object(["alg": "RS256", "kid": .string(kid)]).text)
            let signed = "\(head).\(Base64.url.encode(JSONValue.object(claims).text))"
            try Data(signed.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/signed"))
            try Self.run(
                "dgst -sha256 -sign \(folder.path)/key.pem -out \(folder.path)/signature \(folder.path)/signed")
            let signature = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/signature"))
            return "\(signed).\(Base64.url.encode([UInt8](signature)))"
        }
    }

    private final class TemporaryPlace {
        let path = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))"
        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test(
        "lets in whom the owner mapped, by tokens for this box and of now, with keys asked for as seldom as they may be"
    )
    func claims() async throws {
        let signer = try Signer()
        let clock = ManualClock()
        let asked = Mutex(0)
        let configuration = """
            {"providers":[{"issuer":"https://id.example","audience":"box","keys":"https://id.example/keys",\
            "people":{"sub-1":"Ada@example.org","eve@example.org":"eve@example.org"}}]}
            """
        let providers = try OpenIDProvider.providers(Array(configuration.utf8))
        let openID = OpenIDRegistry(providers, clock: clock) { [keys = signer.keys] place in
            #expect(place == "https://id.example/keys")
            asked.withLock { $0 += 1 }
            return (keys, 600)
        }
        await openID.prepare()
        let now = clock.now.secondsSince1970
        let good: [String: JSONValue] = [
            "iss": "https://id.example", "aud": "box", "sub": "sub-1", "exp": .number(now + 3600), "iat": .number(now),
        ]
        let token = try signer.token(good)
        #expect(try openID.email(of: token) == "ada@example.org")
        #expect(asked.withLock { $0 } == 1)

        let registry = try AccountRegistry(
            storage: MemoryStorage(), key: .random(), clock: clock, hasher: PasswordHasher(cost: .least), openID: openID
        )
        #expect(throws: AccountError.invalidToken) { _ = try registry.identity(ofToken: token) }
        _ = try await registry.register(.init(email: "ada@example.org", password: "correct horse"), byOwner: false)
        #expect(try registry.identity(ofToken: token).account.email == "ada@example.org")
        let (_, grant) = try await registry.signIn(idToken: token, device: "phone")
        #expect(try registry.identity(ofToken: grant.accessToken).session != nil)

        let bad: [(String, JSONValue)] = [
            ("iss", "https://evil.example"), ("aud", "another"), ("exp", .number(now - 61)), ("nbf", .number(now + 61)),
            ("iat", .number(now + 61)), ("sub", "sub-2"), ("sub", ""), ("exp", nil), ("aud", ["box", "another"]),
        ]
        for (name, value) in bad {
            let text = try signer.token(good.merging([name: value]) { $1 })
            #expect(throws: AccountError.invalidToken, "\(name): \(value)") { _ = try openID.email(of: text) }
        }
        let proven = good.merging(["sub": "sub-9", "email": "eve@example.org", "email_verified": true]) { $1 }
        #expect(try openID.email(of: try signer.token(proven)) == "eve@example.org")
        #expect(throws: AccountError.invalidToken) {
            _ = try openID.email(of: try signer.token(proven.merging(["email_verified": false]) { $1 }))
        }
        // A name that nobody knows asks once a minute and not more.
        let strange = try signer.token(good, kid: "k2")
        for _ in 0..<5 {
            await #expect(throws: AccountError.invalidToken) { _ = try await openID.emailWaiting(of: strange) }
        }
        #expect(asked.withLock { $0 } == 1)
        clock.advance(bySeconds: 61)
        for _ in 0..<5 {
            await #expect(throws: AccountError.invalidToken) { _ = try await openID.emailWaiting(of: strange) }
        }
        #expect(asked.withLock { $0 } == 2)
        // What is older than the provider said is asked for again.
        clock.advance(bySeconds: 601)
        #expect(try await openID.emailWaiting(of: token) == "ada@example.org")
        #expect(asked.withLock { $0 } == 3)
    }

    @Test("believes nobody while keys were never had, and goes on with those it has while a provider is out of reach")
    func unreachable() async throws {
        struct Down: Error {}
        let signer = try Signer()
        let clock = ManualClock()
        let isUp = Mutex(false)
        let asked = Mutex(0)
        let configuration = """
            {"providers":[{"issuer":"https://id.example","audience":"box","keys":"https://id.example/keys",\
            "people":{"sub-1":"ada@example.org"}}]}
            """
        let openID = OpenIDRegistry(
            try OpenIDProvider.providers(Array(configuration.utf8)), clock: clock
        ) { [keys = signer.keys] _ in
            asked.withLock { $0 += 1 }
            guard isUp.withLock({ $0 }) else { throw Down() }
            return (keys, 600)
        }
        await openID.prepare()
        let now = clock.now.secondsSince1970
        let token = try signer.token([
            "iss": "https://id.example", "aud": "box", "sub": "sub-1", "exp": .number(now + 90_000),
        ])
        for _ in 0..<5 {
            await #expect(throws: AccountError.invalidToken) { _ = try await openID.emailWaiting(of: token) }
        }
        #expect(asked.withLock { $0 } == 1)
        isUp.withLock { $0 = true }
        clock.advance(bySeconds: 61)
        #expect(try await openID.emailWaiting(of: token) == "ada@example.org")
        isUp.withLock { $0 = false }
        // Older than the provider said, yet a day's outage there signs nobody out here.
        clock.advance(bySeconds: 3600)
        #expect(try await openID.emailWaiting(of: token) == "ada@example.org")
        #expect(asked.withLock { $0 } == 3)
        clock.advance(bySeconds: 86_400)
        await #expect(throws: AccountError.invalidToken) { _ = try await openID.emailWaiting(of: token) }
    }
}
