import Accounts
import Documents
import Runtime
import Testing

@Suite("Signed tokens")
struct WebTokenTests {
    /// RFC 7515 appendix A.1: the key, and the token that it signs.
    private static let secret = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
    private static let token =
        "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
        + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

    @Test("believes the token of RFC 7515 A.1 and none that differs in a bit")
    func vector() throws {
        let key = SigningKey(secret: try #require(Base64.url.decode(Self.secret)))
        let token = try #require(WebToken(Self.token))
        #expect(key.hasSigned(token))
        #expect(token.claims["iss"] == "joe" && token.claims["http://example.com/is_root"] == true)
        for place in [50, 100, Self.token.count - 3] {
            var letters = Array(Self.token)
            letters[place] = letters[place] == "A" ? "B" : "A"
            let forged = WebToken(String(letters))
            #expect(forged.map(key.hasSigned) != true)
        }
        #expect(!SigningKey.random().hasSigned(token))
    }

    @Test("refuses a token that names another algorithm, or none")
    func confusedAlgorithm() throws {
        let key = SigningKey.random()
        for header in [#"{"alg":"none"}"#, #"{"alg":"RS256"}"#, #"{"typ":"JWT"}"#, #"{"alg":"hs256"}"#] {
            let signed = "\(Base64.url.encode(Array(header.utf8))).\(Base64.url.encode(Array("{}".utf8)))"
            let token = WebToken("\(signed).\(Base64.url.encode(key.code(Array(signed.utf8))))")
            #expect(!key.hasSigned(try #require(token)))
            #expect(WebToken("\(signed).").map(key.hasSigned) != true)
        }
    }

    @Test(
        "takes no text apart that is no token", arguments: ["", ".", "..", "a.b", "a.b.c.d", "e30.e30.=", "e30.W10.AA"])
    func nonsense(_ text: String) { #expect(WebToken(text) == nil) }

    @Test("reads back every length of bytes, and each text in one way only")
    func base64() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            #expect(Base64.url.decode(Base64.url.encode(bytes)) == bytes)
        }
        #expect(Base64.url.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
        for text in ["A", "A-z_4MF", "A+z/4ME", "A-z_4ME="] { #expect(Base64.url.decode(text) == nil) }
    }
}
