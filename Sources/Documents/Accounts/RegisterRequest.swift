/// Who is entered.
public struct RegisterRequest: Document {
    public static var isClosed: Bool { true }

    /// The address to sign in with.
    public var email = ""
    /// The password, 8 to 256 characters.
    public var password: SecretText = ""
    /// What to call them; nil for the first and last name, or the part of the address before the @.
    public var displayName: String?
    /// What they may do; patient when nil. The first person is an admin.
    public var role: PersonRole?
    /// The number of the wearer whose account it is; nil for somebody new.
    public var person: Int?
    /// The first name, for whoever has no ``displayName``.
    public var firstName: String?
    /// The last name, for whoever has no ``displayName``.
    public var lastName: String?
    /// Not kept.
    public var phoneNumber: String?
    /// Not kept.
    public var acceptsTerms: Bool?
    /// Not kept.
    public var acceptsPrivacyPolicy: Bool?
    /// Not kept.
    public var deviceInfo: [String: JSONValue]?

    public init() {}

    /// Somebody to enter.
    /// - Parameters:
    ///   - email: the address to sign in with.
    ///   - password: the password, 8 to 256 characters.
    ///   - displayName: what to call them; nil for the part of the address before the @.
    public init(email: String, password: SecretText, displayName: String? = nil) {
        (self.email, self.password, self.displayName) = (email, password, displayName)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("email", &email, .email)
        fields.field("password", &password, .newPassword)
        fields.optional("display_name", &displayName, .displayName.nullable)
        fields.optional("first_name", &firstName, .string.nullable)
        fields.optional("last_name", &lastName, .string.nullable)
        fields.optional("phone_number", &phoneNumber, .string.nullable)
        fields.optional("terms_accepted", &acceptsTerms, .boolean.nullable)
        fields.optional("privacy_policy_accepted", &acceptsPrivacyPolicy, .boolean.nullable)
        fields.optional("role", &role, PersonRole.schema.nullable)
        fields.optional("person", &person, .rowNumber.nullable)
        fields.optional("device_info", &deviceInfo, .map(.any).nullable)
    }
}

extension Schema {
    /// An address, which the gateway looks at more closely.
    static var email: Schema { .string.with("maxLength", 254) }

    /// What a person is called.
    static var displayName: Schema { .words(1...100) }

    /// A password that is to be kept.
    static var newPassword: Schema { .secret.with("minLength", 8).with("maxLength", 256) }
}
