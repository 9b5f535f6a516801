extension HTTPRequest {
    /// The value of a cookie; nil when it was not sent.
    func cookie(_ name: String) -> String? {
        for field in headers.all("Cookie") {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2, parts[0].trimmed() == name { return parts[1].trimmed() }
            }
        }
        return nil
    }
}

extension HTTPResponse {
    /// Has the browser keep a cookie for this site alone; over TLS it is sent over TLS only.
    /// - Parameters:
    ///   - seconds: how long; nil for as long as the browser is open, 0 to forget it.
    ///   - isHidden: whether scripts of a page cannot read it.
    mutating func setCookie(
        _ name: String, _ value: String, seconds: Int?, isHidden: Bool, for request: HTTPRequest
    ) {
        var text = "\(name)=\(value); Path=/; SameSite=Strict"
        if isHidden { text += "; HttpOnly" }
        if request.isSecure { text += "; Secure" }
        if let seconds { text += "; Max-Age=\(seconds)" }
        headers.append("Set-Cookie", text)
    }
}
