/** Whether a caller is a person: challenges, answers, and the passes that they earn. */
@NullMarked
package io.github.limiter.captcha;

import org.jspecify.annotations.NullMarked;
