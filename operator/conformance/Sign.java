import com.android.apksig.ApkSigner;
import com.android.apksig.ApkVerifier;
import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;

/** Signs a package with the scheme that every phone from API 24 on knows: {@code Sign IN OUT KEY CERTIFICATE}. */
final class Sign {
    private static final int LEAST_API = 24;

    private Sign() {}

    public static void main(String[] told) throws Exception {
        File signed = new File(told[1]);
        PKCS8EncodedKeySpec specification = new PKCS8EncodedKeySpec(Files.readAllBytes(Path.of(told[2])));
        PrivateKey key = KeyFactory.getInstance("RSA").generatePrivate(specification);
        X509Certificate certificate;
        try (InputStream in = Files.newInputStream(Path.of(told[3]))) {
            certificate = (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
        // An RSA signature of this kind has no chance in it: the same package is signed with the same bytes.
        new ApkSigner.Builder(List.of(new ApkSigner.SignerConfig.Builder("check", key, List.of(certificate)).build()))
                .setInputApk(new File(told[0]))
                .setOutputApk(signed)
                .setMinSdkVersion(LEAST_API)
                .setV1SigningEnabled(false)
                .setV2SigningEnabled(true)
                .setV3SigningEnabled(false)
                .setV4SigningEnabled(false)
                .build()
                .sign();
        ApkVerifier.Result result =
                new ApkVerifier.Builder(signed).setMinCheckedPlatformVersion(LEAST_API).build().verify();
        if (!result.isVerified() || !result.isVerifiedUsingV2Scheme() || result.containsErrors()) {
            throw new IllegalStateException("not signed as a phone wants it: " + result.getAllErrors());
        }
    }
}
