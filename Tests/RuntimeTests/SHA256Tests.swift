import Runtime
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    @Test("hashes as FIPS 180-4 says, whole or piece by piece")
    func hash() {
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(SHA256.hex(of: Array("abc".utf8)) == known)
        #expect(SHA256.hex(of: []) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        var hash = SHA256()
        for piece in ["ab", "", "c"] { hash.update(Array(piece.utf8)) }
        #expect(hash.digest() == SHA256.digest(of: Array("abc".utf8)))
    }
}
