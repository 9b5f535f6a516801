import API
import Documents
import Foundation
import TestKit
import Testing

@Suite("Signing in")
struct AuthRoutesTests {
    private static let login = #"{"email":"ada@example.org","password":"correct horse"}"#

    @Test("asks nothing on a loopback address until there is an account, and then a token for every route")
    func firstRun() async throws {
        let fixture = try AccountsFixture()
        #expect(try await fixture.ask("GET", "/api/v1/nights").status == 200)
        #expect(try await fixture.ask("GET", "/api/v1/auth/health").object["registered"] as? Bool == false)
        #expect(try await fixture.ask("GET", "/api/v1/auth/me").status == 401)
        let made = try await fixture.post("/auth/register", Self.login)
        #expect(made.status == 200)
        #expect(
            made.object.names == ["access_token", "refresh_token", "token_type", "expires_in", "scope"])
        #expect(made.object["token_type"] as? String == "bearer" && made.object["expires_in"] as? Int == 3600)
        #expect(made.object["scope"] as? String == "full_access")
        for path in ["nights", "devices", "auth/me", "live", "live/stream", "nothing/there"] {
            let refused = try await fixture.ask("GET", "/api/v1/\(path)")
            #expect(refused.status == 401 && refused.object["code"] as? String == "authentication-required", "\(path)")
            #expect(refused.field("WWW-Authenticate").first?.hasPrefix("Bearer") == true)
        }
        let token = try #require(made.object["access_token"] as? String)
        #expect(try await fixture.ask("GET", "/api/v1/nights", token: token).status == 200)
        #expect(try await fixture.ask("GET", "/api/v1/health").status == 200)
        #expect(try await fixture.ask("GET", "/api/v1/nights", overSocket: true).status == 200)
        let me = try await fixture.ask("GET", "/api/v1/auth/me", token: token).object
        #expect(me["user_id"] as? String == "1" && me["email"] as? String == "ada@example.org")
        #expect(me["email_verified"] as? Bool == true && me["display_name"] as? String == "ada")
        #expect(me["auth_provider"] as? String == "local" && me["role"] as? String == "admin")
    }

    @Test("answers wrong credentials the same whether the account is there or not")
    func wrong() async throws {
        let fixture = try AccountsFixture()
        _ = try await fixture.enter("ada")
        for email in ["ada", "nobody"] {
            let answer = try await fixture.post(
                "/auth/login", #"{"email":"\#(email)@example.org","password":"wrong!!!"}"#)
            #expect(answer.status == 401)
            #expect(answer.object["code"] as? String == "invalid_credentials")
            #expect(answer.object["title"] as? String == "Invalid Credentials")
            #expect(answer.object["detail"] as? String == "Invalid email or password.")
        }
        #expect(try await fixture.post("/auth/login", Self.login).status == 200)
    }

    @Test("registers only for the first account or an owner")
    func registering() async throws {
        let fixture = try AccountsFixture()
        let bad = [
            "{}", #"{"email":"a@b"}"#, #"{"email":"ab","password":"12345678"}"#, "x",
            #"{"email":"a@b","password":"1234567"}"#,
        ]
        for json in bad { #expect(try await fixture.post("/auth/register", json).status == 400, "\(json)") }
        let ada = try await fixture.enter("ada")
        #expect(try await fixture.post("/auth/register", #"{"email":"b@b.de","password":"12345678"}"#).status == 403)
        let ben = try await fixture.enter("ben", by: ada)
        #expect(try await fixture.post("/auth/register", Self.login, token: ada).status == 409)
        #expect(
            try await fixture.post("/auth/register", #"{"email":"c@b.de","password":"12345678"}"#, token: ben).status
                == 403)
        #expect(try await fixture.ask("GET", "/api/v1/auth/people", token: ben).status == 403)
        #expect(try await fixture.ask("GET", "/api/v1/auth/people", token: ada).object.objects("people").count == 2)
        #expect(try await fixture.ask("DELETE", "/api/v1/devices/x", token: ben).status == 403)
        #expect(try await fixture.ask("DELETE", "/api/v1/devices/x", token: ada).status == 404)
    }

    @Test("refreshes once by each token and ends everything at signing out")
    func refreshing() async throws {
        let fixture = try AccountsFixture()
        _ = try await fixture.enter("ada")
        let first = try await fixture.post("/auth/login", Self.login).object
        let refresh = try #require(first["refresh_token"] as? String)
        #expect(try await fixture.post("/auth/refresh", "{}").status == 422)
        let wrong = try await fixture.post("/auth/refresh", #"{"refresh_token":"x"}"#)
        #expect(wrong.status == 401 && wrong.object["detail"] as? String == "Invalid refresh token")
        let second = try await fixture.post("/auth/refresh", #"{"refresh_token":"\#(refresh)"}"#).object
        let token = try #require(second["access_token"] as? String)
        #expect(try await fixture.ask("GET", "/api/v1/auth/me", token: token).status == 200)
        #expect(try await fixture.post("/auth/logout", "").status == 422)
        let out = try await fixture.post("/auth/logout", "", token: token)
        #expect(out.status == 200 && out.object["message"] is String)
        for old in [token, try #require(first["access_token"] as? String)] {
            #expect(try await fixture.ask("GET", "/api/v1/auth/me", token: old).status == 401)
        }
        #expect(try await fixture.post("/auth/logout", "", token: token).status == 401)
    }

    @Test("changes what the person is called, and the address")
    func changing() async throws {
        let fixture = try AccountsFixture()
        let ada = try await fixture.enter("ada")
        _ = try await fixture.enter("ben", by: ada)
        let put = { try await fixture.ask("PUT", "/api/v1/auth/me", $0, token: ada) }
        let answer = try await put(#"{"display_name":"Ada L."}"#)
        #expect(answer.status == 200 && answer.object.names == ["user_id", "email", "display_name", "updated"])
        #expect(answer.object["display_name"] as? String == "Ada L." && answer.object["updated"] as? Bool == true)
        #expect(try await put("{}").status == 400)
        #expect(try await put(#"{"email":"x"}"#).status == 400)
        #expect(try await put(#"{"email":"ben@example.org"}"#).status == 409)
    }

    @Test("signs a browser in by a hidden cookie and takes changes from our own pages alone")
    func browser() async throws {
        let fixture = try AccountsFixture()
        _ = try await fixture.enter("ada")
        let shown = try await fixture.ask("GET", "/nights")
        #expect(shown.status == 302 && shown.field("Location") == ["/login?next=/nights"])
        let begun = try await fixture.post("/auth/session", Self.login)
        #expect(begun.status == 200 && begun.object["email"] as? String == "ada@example.org")
        let hidden = try #require(begun.field("Set-Cookie").first { $0.hasPrefix("nightjar_session=") })
        #expect(hidden.contains("HttpOnly") && hidden.contains("SameSite=Strict") && !hidden.contains("Secure"))
        #expect(!begun.body.contains("token"))
        let cookie = "Cookie: \(begun.cookies)"
        #expect(try await fixture.ask("GET", "/api/v1/nights", fields: [cookie]).status == 200)
        let change = { (fields: [String]) in
            try await fixture.ask("PUT", "/api/v1/auth/me", #"{"display_name":"A"}"#, fields: [cookie] + fields).status
        }
        #expect(try await change([]) == 403)
        #expect(try await change(["X-CSRF-Token: wrong"]) == 403)
        #expect(try await change(["Origin: http://evil.example"]) == 403)
        #expect(try await change(["Origin: http://localhost"]) == 200)
        let token = try #require(begun.cookies.components(separatedBy: "nightjar_csrf=").last)
        #expect(try await change(["X-CSRF-Token: \(token)"]) == 200)
        let out = try await fixture.ask("POST", "/api/v1/auth/logout", fields: [cookie, "Origin: http://localhost"])
        #expect(out.status == 200 && out.field("Set-Cookie").allSatisfy { $0.contains("Max-Age=0") })
        #expect(try await fixture.ask("GET", "/api/v1/nights", fields: [cookie]).status == 401)
    }

    @Test("asks nothing on this machine where the owner switched the password off, but believes no bad token")
    func passwordOff() async throws {
        let fixture = try AccountsFixture()
        let ada = try await fixture.enter("ada")
        let off = try await fixture.ask("PUT", "/api/v1/auth/access", #"{"password":"off"}"#, token: ada)
        #expect(off.status == 200 && off.object["password_required"] as? Bool == false)
        #expect(try await fixture.ask("GET", "/api/v1/nights").status == 200)
        #expect(try await fixture.ask("GET", "/api/v1/auth/me").object["email"] as? String == "ada@example.org")
        #expect(try await fixture.ask("GET", "/api/v1/nights", token: "x.y.z").status == 401)
        #expect(try await fixture.ask("GET", "/api/v1/nights", fields: ["Authorization: Basic YTpi"]).status == 401)
    }

    @Test("says when the next attempt is heard after too many wrong ones")
    func limited() async throws {
        let fixture = try AccountsFixture()
        _ = try await fixture.enter("ada")
        for _ in 0..<5 {
            _ = try await fixture.post("/auth/login", #"{"email":"ada@example.org","password":"wrong"}"#)
        }
        let refused = try await fixture.post("/auth/login", Self.login)
        #expect(refused.status == 429 && refused.field("Retry-After") == ["60"])
        #expect(refused.object["code"] as? String == "rate-limit-exceeded")
        fixture.clock.advance(bySeconds: 61)
        #expect(try await fixture.post("/auth/login", Self.login).status == 200)
    }
}
